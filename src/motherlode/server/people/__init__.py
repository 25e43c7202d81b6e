"""Who plays: guests, accounts, sessions, names, ratings."""

"""Designers' variants of games: drafts are checked as they are made; versions are stored, listed, forked and played."""

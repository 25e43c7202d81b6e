"""The authority over one match, its text records, and games to start matches from."""

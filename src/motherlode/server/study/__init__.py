"""Looking closer: hints, replays, rules, lessons, the game of the day."""

"""Small faults planted in the rules of a game, one at a time, to see which of them its tests notice."""

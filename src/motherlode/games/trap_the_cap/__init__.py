"""Trap the Cap: hats that catch hats, and carry them home."""

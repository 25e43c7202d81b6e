"""The server under load, side by side with boardgame.io's: `python -m benchmarks.server`."""

"""What Motherlode costs and how fast it is, side by side with its peers: `python -m benchmarks`."""

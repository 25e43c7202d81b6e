"""What a catalogue of texts costs on the road of an action: `python -m benchmarks.catalogue`."""

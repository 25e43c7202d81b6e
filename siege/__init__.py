"""The server under load and under attack: `python -m siege`, or `make siege`."""

"""The fourth mode: the rules of a game as one WebAssembly module, for browsers and for Python without a compiler."""

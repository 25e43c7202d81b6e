"""The engine: contract, compilation, chance, options, errors, registry."""

"""The docs site: `python -m docs.site`, or `make docs`, builds it into the package, where `motherlode serve` finds it."""

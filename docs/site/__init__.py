"""The docs site: `make docs` builds it into the package, where `motherlode serve` finds it."""

"""Draw which package imports which, as images/imports.svg; tests/test_imports.py says when that is out of date.

Run it as `python docs/make_imports.py`.
"""

from pathlib import Path

import grimp

PICTURE = Path(__file__).parent / "images" / "imports.svg"
PAPER, RAISED, COAL, LINE, GOLD = "#f3ead7", "#fbf5e8", "#241f1c", "#cdbb97", "#8a5a00"  # as the web client's

Edges = set[tuple[str, str]]


def package_of(module: str) -> str:
    """The package of a module: each game is one of its own, `motherlode` is the front door."""
    parts = module.split(".")
    if len(parts) == 1:
        return module
    return "/".join(parts[1:3]) if parts[1] == "games" else parts[1]


def find_edges() -> Edges:
    """Who imports whom."""
    graph = grimp.build_graph("motherlode")
    return {
        (package_of(module), package_of(other))
        for module in graph.modules
        for other in graph.find_modules_directly_imported_by(module)
        if package_of(module) != package_of(other)
    }


def find_implied(edges: Edges) -> Edges:
    """Edges beside which there is a longer way."""
    reached = set(edges)
    while more := {(part, end) for part, other in reached for start, end in edges if other == start} - reached:
        reached |= more
    return {
        (part, end)
        for part, end in edges
        if any((part, other) in edges and (other, end) in reached for _, other in edges)
    }


def draw() -> None:
    """Make the picture; what a longer way implies is pale."""
    import pygraphviz

    edges = find_edges()
    implied = find_implied(edges)
    graph = pygraphviz.AGraph(directed=True, bgcolor=PAPER, nodesep="0.25", ranksep="0.5", pad="0.3")
    graph.node_attr.update(
        shape="box", style="rounded,filled", fillcolor=RAISED, color=GOLD, fontcolor=COAL, fontname="Helvetica"
    )
    for package in sorted({package for edge in edges for package in edge}):
        graph.add_node(package, label=package.replace("/", "/\n"))
    for edge in sorted(edges):
        graph.add_edge(*edge, color=LINE if edge in implied else COAL, arrowsize="0.7")
    graph.draw(PICTURE, format="svg", prog="dot")


if __name__ == "__main__":
    draw()

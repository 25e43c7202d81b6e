"""A page with the ratings and the comparisons of a tournament, to be opened in a browser without a network."""

from importlib.util import find_spec
from pathlib import Path
from typing import Any

from motherlode.core.errors import BadInput, Code, NotFound


def check_plot(path: Path) -> None:
    """Raise unless a page can be made."""
    if path.suffix != ".html":
        raise BadInput(Code.BAD_CHOICE, f"--plot {str(path)!r}: expected a name that ends in .html")
    if not path.parent.is_dir():
        raise BadInput(Code.UNREADABLE_FILE, f"cannot write {str(path)!r}: there is no folder {str(path.parent)!r}")
    for library in ("plotly", "openskill"):
        if find_spec(library) is None:
            raise NotFound(Code.NO_LIBRARY, f"plots need {library}: pip install 'motherlode[lab]'")


def make_page(report: dict[str, Any]) -> str:
    """The page as HTML, with all that it needs inside."""
    from plotly import graph_objects
    from plotly.subplots import make_subplots

    rows = report["standings"][::-1]
    names = [row["bot"] for row in report["standings"]]
    figure = make_subplots(1, 2, subplot_titles=("rating, ± 2 sigma", "share of the row against the column"))
    figure.add_trace(
        graph_objects.Scatter(
            x=[row["rating"] for row in rows],
            y=[row["bot"] for row in rows],
            error_x={"array": [2 * row["sigma"] for row in rows]},
            mode="markers",
            customdata=[[row["share"], row["low"], row["high"], row["games"]] for row in rows],
            hovertemplate="%{y}: %{x:.1f}<br>wins %{customdata[0]:.1%} (%{customdata[1]:.1%} to %{customdata[2]:.1%})"
            " of %{customdata[3]} games<extra></extra>",
        ),
        1,
        1,
    )
    shares = {(row["one"], row["other"]): row["share"] for row in report["comparisons"]}
    is_mirrored = report["tournament"]["lineup"] != "alone"
    grid = [
        [
            shares.get((one, other), 1 - shares[other, one] if is_mirrored and (other, one) in shares else None)
            for other in names
        ]
        for one in names
    ]
    figure.add_trace(
        graph_objects.Heatmap(
            x=names, y=names, z=grid, zmin=0, zmax=1, colorscale="RdBu", texttemplate="%{z:.0%}", showscale=False
        ),
        1,
        2,
    )
    figure.update_yaxes(autorange="reversed", row=1, col=2)
    figure.update_layout(title=f"{report['command']}, {report['num_games']} games", template="plotly_white")
    return str(figure.to_html(include_plotlyjs=True, full_html=True))

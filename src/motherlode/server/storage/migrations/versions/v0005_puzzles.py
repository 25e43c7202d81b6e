"""Puzzles: how people do at them, and what they answered."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Tables for ratings, first answers and days."""
    op.create_table(
        "puzzle_standings",
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("solved", sa.Integer, nullable=False),
        sa.Column("streak", sa.Integer, nullable=False),
        sa.Column("best_streak", sa.Integer, nullable=False),
    )
    op.create_table(
        "puzzle_tries",
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("puzzle", sa.Text, primary_key=True),
        sa.Column("is_right", sa.Boolean, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "puzzle_days",
        sa.Column("day", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("is_right", sa.Boolean, nullable=False),
    )
    op.create_index("puzzle_days_of_person", "puzzle_days", ["person", "game"])

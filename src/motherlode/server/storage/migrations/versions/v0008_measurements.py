"""Measurements: what servers play to find out what a variant changes."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """A table for measurements: those that wait, the one that is made, and those that were made."""
    op.create_table(
        "measurements",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("variant", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("maker", sa.Text),
        sa.Column("wish", sa.Text, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("figures", sa.Text, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("pages", sa.LargeBinary),
    )
    op.create_index("measurements_of_variant", "measurements", ["variant", "version"])
    op.create_index("measurements_of_owner", "measurements", ["owner", "created"])
    op.create_index("measurements_by_state", "measurements", ["state", "created"])

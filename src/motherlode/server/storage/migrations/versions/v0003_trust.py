"""Sessions that are listed and expire, names that look alike, and outages."""

import sqlalchemy as sa
from alembic import op

from motherlode.server.people.names import likeness_of

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

YEAR_MS = 365 * 86_400_000


def upgrade() -> None:
    """Fill in what is new for people and sessions that are there already."""
    op.add_column("people", sa.Column("likeness", sa.Text, nullable=False, server_default=""))
    people = sa.table("people", sa.column("id"), sa.column("name"), sa.column("account"), sa.column("likeness"))
    connection = op.get_bind()
    seen: set[str] = set()
    for row in connection.execute(sa.select(people).order_by(people.c.id)).all():
        likeness = likeness_of(row.name)
        if row.account is not None:
            if likeness in seen:  # two accounts that look alike keep their names
                likeness += f"#{row.id}"
            seen.add(likeness)
        connection.execute(people.update().where(people.c.id == row.id).values(likeness=likeness))
    op.create_index("people_alike", "people", ["likeness"])
    is_account = sa.text("account IS NOT NULL")
    op.create_index(
        "accounts_alike", "people", ["likeness"], unique=True, sqlite_where=is_account, postgresql_where=is_account
    )
    with op.batch_alter_table("people") as batch:
        batch.alter_column("likeness", server_default=None)

    # Sessions so far have no end: they get a year from when they were opened, and a name made from their hash.
    op.add_column("sessions", sa.Column("id", sa.Text, nullable=False, server_default=""))
    op.add_column("sessions", sa.Column("used", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("sessions", sa.Column("expires", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("sessions", sa.Column("agent", sa.Text, nullable=False, server_default=""))
    op.execute(f"UPDATE sessions SET id = substr(token_hash, 1, 24), used = created, expires = created + {YEAR_MS}")
    with op.batch_alter_table("sessions") as batch:
        for column in ("id", "used", "expires", "agent"):
            batch.alter_column(column, server_default=None)
        batch.create_unique_constraint("sessions_by_id", ["id"])

    op.create_table(
        "heartbeats", sa.Column("name", sa.Text, primary_key=True), sa.Column("at", sa.BigInteger, nullable=False)
    )
    op.create_table(
        "outages",
        sa.Column("until", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("since", sa.BigInteger, nullable=False),
    )

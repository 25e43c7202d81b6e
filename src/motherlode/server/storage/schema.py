"""What is kept in the database. Changes need a migration in `migrations/versions`; a test compares."""

from sqlalchemy import BigInteger, Boolean, Column, Float, Index, Integer, LargeBinary, MetaData, Table, Text

metadata = MetaData()

people = Table(
    "people",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("account", Text, unique=True),  # the name an account logs in with, case folded; none: a guest
    Column("password", Text),  # argon2
    Column("created", BigInteger, nullable=False),  # milliseconds since 1970, as all times here
    Column("likeness", Text, nullable=False),  # the same for names that look alike
    Index("people_alike", "likeness"),
)
# No two accounts look alike; guests may.
Index(
    "accounts_alike",
    people.c.likeness,
    unique=True,
    sqlite_where=people.c.account.is_not(None),
    postgresql_where=people.c.account.is_not(None),
)

# Who gave leave to study his matches without names, and since when; who is not in it gave none.
sharing = Table(
    "sharing",
    metadata,
    Column("person", Text, primary_key=True),
    Column("since", BigInteger, nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("token_hash", Text, primary_key=True),  # SHA-256: a stolen database opens no session
    Column("person", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("id", Text, nullable=False, unique=True),  # what its person calls it by, to end it
    Column("used", BigInteger, nullable=False),  # to the day
    Column("expires", BigInteger, nullable=False),
    Column("agent", Text, nullable=False),  # the program that it was opened with, as it called itself
    Index("sessions_of_person", "person"),
)

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("is_public", Boolean, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("setup", Text, nullable=False),  # JSON: all that never changes (state.Setup)
    Column("secret", LargeBinary, nullable=False),  # seat tokens are made from it
    Column("seed", LargeBinary, nullable=False),  # of chance
    Column("due", BigInteger),  # when somebody should look whether a bot, a clock or the end is due; none: never
    Column("rated", BigInteger),  # when its result went into the ratings
    Index("tables_listed", "is_public", "status", "created"),
    Index("tables_due", "due"),
)

# Who ever sat at a table, to list one's own.
seatings = Table(
    "seatings",
    metadata,
    Column("person", Text, primary_key=True),
    Column("table_id", Text, primary_key=True),
)

# The log of all tables: append-only; its key makes every step happen once.
events = Table(
    "events",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("step", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("data", Text, nullable=False),  # JSON: state.Stored
    sqlite_with_rowid=False,
)

# The position of a long match, so that it need not be played again from the start.
snapshots = Table(
    "snapshots",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("step", Integer, nullable=False),  # events that are in it
    Column("data", LargeBinary, nullable=False),
)

ratings = Table(
    "ratings",
    metadata,
    Column("person", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("seats", Integer, primary_key=True, autoincrement=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("matches", Integer, nullable=False),
    Index("ratings_of_game", "game", "seats"),
)

# What only this server knows, for ever.
secrets = Table(
    "secrets",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", LargeBinary, nullable=False),
)

# Who played the game of which day, once, and how it ended.
daily = Table(
    "daily",
    metadata,
    Column("day", Text, primary_key=True),  # 2026-11-15, UTC
    Column("person", Text, primary_key=True),
    Column("table_id", Text, nullable=False),
    Column("result", Text),  # JSON: daily.Result, once it is over
)

# What was luck and what was skill in finished matches: made when it is first asked for.
reviews = Table(
    "reviews",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("format", Integer, nullable=False),  # reviewing.FORMAT: another one is made anew
    Column("data", LargeBinary, nullable=False),  # report.Review as JSON, compressed
)

# How people do at the puzzles of a game: OpenSkill's rating, and rows of solved ones.
puzzle_standings = Table(
    "puzzle_standings",
    metadata,
    Column("person", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
    Column("streak", Integer, nullable=False),
    Column("best_streak", Integer, nullable=False),
)

# The first answer of a person to a puzzle: the only one that counts.
puzzle_tries = Table(
    "puzzle_tries",
    metadata,
    Column("person", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("puzzle", Text, primary_key=True),
    Column("is_right", Boolean, nullable=False),
    Column("at", BigInteger, nullable=False),
)

# The first answers to the puzzles of a day.
puzzle_days = Table(
    "puzzle_days",
    metadata,
    Column("day", Text, primary_key=True),  # 2026-11-15, UTC
    Column("game", Text, primary_key=True),
    Column("person", Text, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),  # which puzzle of the day, from 0
    Column("is_right", Boolean, nullable=False),
    Index("puzzle_days_of_person", "person", "game"),
)

# Games with other numbers, cards or boards, and whose they are.
variants = Table(
    "variants",
    metadata,
    Column("id", Text, primary_key=True),  # who knows it may look at the variant
    Column("game", Text, nullable=False),
    Column("owner", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("about", Text, nullable=False),
    Column("emblem", Text, nullable=False),  # JSON: variants.Emblem
    Column("is_public", Boolean, nullable=False),  # it stands on the shelf
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("versions", Integer, nullable=False),
    Column("plays", Integer, nullable=False),
    Column("seats", Text, nullable=False),  # JSON: numbers of players of the last version
    Column("parent", Text),  # what it was forked from
    Column("parent_version", Integer),
    Index("variants_listed", "is_public", "game", "changed"),
    Index("variants_of_owner", "owner", "changed"),
)

# What a variant was and is: a version never changes, but its reports become more.
variant_versions = Table(
    "variant_versions",
    metadata,
    Column("variant", Text, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),  # from 1
    Column("created", BigInteger, nullable=False),
    Column("note", Text, nullable=False),
    Column("rules", Integer, nullable=False),
    Column("options", Text, nullable=False),  # JSON: what differs from the rulebook
    Column("seats", Text, nullable=False),  # JSON: numbers of players
    Column("reports", Text, nullable=False),  # JSON: list of variants.MeasuredReport
)

# What servers play to find out what a version of a variant changes: one after the other, by whom they were asked.
measurements = Table(
    "measurements",
    metadata,
    Column("id", Text, primary_key=True),
    Column("variant", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("owner", Text, nullable=False),
    Column("state", Text, nullable=False),  # variants.Progress
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),  # while it is made: the last sign of life of who makes it
    Column("maker", Text),  # the process of the server that makes it
    Column("wish", Text, nullable=False),  # JSON: lab.beside.Wish
    Column("games", Integer, nullable=False),  # of each of the two that were played
    Column("figures", Text, nullable=False),  # JSON: list of variants.SeenFigure
    Column("why", Text, nullable=False),  # it failed
    Column("pages", LargeBinary),  # JSON: the report as HTML by language, compressed; when it is done
    Index("measurements_of_variant", "variant", "version"),
    Index("measurements_of_owner", "owner", "created"),
    Index("measurements_by_state", "state", "created"),
)

# When some process was last known to serve: what is between two signs of life that are far apart was an outage.
heartbeats = Table(
    "heartbeats",
    metadata,
    Column("name", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
)

# Clocks stand still from the last sign of life to a little after the next one.
outages = Table(
    "outages",
    metadata,
    Column("until", BigInteger, primary_key=True, autoincrement=False),
    Column("since", BigInteger, nullable=False),
)

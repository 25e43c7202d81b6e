"""Run by alembic: the connection comes from `storage.migrate`."""

from alembic import context

from motherlode.server.storage.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()

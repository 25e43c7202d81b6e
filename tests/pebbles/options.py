"""What may be changed."""

from typing import Annotated

import msgspec
from msgspec import Meta


class Options(msgspec.Struct, frozen=True):
    """The heap."""

    heap: Annotated[int, Meta(ge=1, le=50)]

from typing import Any
def draw(view: dict[str, Any], names: Any, to_act: int) -> str:
    return str(view)

"""`motherlode --install-completion`: the Tab key completes commands and options."""

from typing import Literal

from cyclopts.completion.detect import ShellDetectionError

from motherlode.core.errors import BadInput, Code


def install(*, shell: Literal["bash", "fish", "powershell", "zsh"] | None = None) -> None:
    """Let a shell complete words with Tab, from the next time it starts.

    Args:
        shell: Which shell; the one that runs this if not said.
    """
    from motherlode.cli import make_app

    try:
        path = make_app().install_completion(shell=shell)
    except ShellDetectionError:
        raise BadInput(
            Code.BAD_CHOICE, "cannot tell which shell this is: add --shell bash, fish, powershell or zsh"
        ) from None
    except OSError as error:
        raise BadInput(Code.UNREADABLE_FILE, f"cannot write {error.filename!r}: {error.strerror}") from None
    print(f"Completion is installed in {path}; start your shell anew.")

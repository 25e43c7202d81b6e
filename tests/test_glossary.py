"""Words mean one thing: what of docs/glossary.md a program can hold."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "motherlode"
BOARDS = ("games/trap_the_cap/", "games/rockport_caverns/")  # where something stands in a place
THEIR_FIELDS = (*BOARDS, "puzzles/themes.py")  # which asks where the caps of Trap the Cap stand
SETTLERS = ("games/madstone/",)
# What the annotation of a parameter of that name has in it, where there is one.
TYPES = {"step": {"int", "float", "StepNumber", "Step"}, "rules": {"Kernels", "Any"}}
RANKS = ("crystals_by_place",)  # an option: a place in the order of turns, as players say
FILES = {"telling.py": "server/tables/telling.py", "preparing.py": "core/preparing.py"}  # one of each name


def names_in(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Every parameter, variable, function and class that is given a name, with its line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.id
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.lineno, node.name


def fields_in(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Every attribute, asked for or set, field of a record as it is declared or taken by its name, with its line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            yield node.lineno, node.attr
            continue
        word: ast.expr | None = None
        if isinstance(node, ast.Tuple) and len(node.elts) > 1 and is_type(node.elts[1]):
            word = node.elts[0]  # ("zone", np.int8, ...)
        elif isinstance(node, ast.Subscript):
            word = node.slice  # states["zone"]
        if isinstance(word, ast.Constant) and isinstance(word.value, str):
            yield word.lineno, word.value


def is_type(node: ast.expr) -> bool:
    """Whether an expression is what a field of a record is made of: `np.int8`, or a record of its own."""
    written = ast.unparse(node)
    return written.startswith("np.") or written.isupper()


def functions_in(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def is_rule(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    calls = [each.func if isinstance(each, ast.Call) else each for each in function.decorator_list]
    return any(isinstance(each, ast.Name) and each.id == "rule" for each in calls)


def faults_in(name: str, text: str) -> Iterator[str]:
    """What in a module of the package, named by its path there, uses a word otherwise than the glossary."""
    tree = ast.parse(text)
    given, fields = list(names_in(tree)), list(fields_in(tree))
    placed = [*(given if not name.startswith(BOARDS) else ()), *(fields if not name.startswith(THEIR_FIELDS) else ())]
    for line, word in placed:
        if word not in RANKS and re.search(r"(^|_)places?($|_)", word):
            yield f"{name}:{line}: {word!r}: a place is on a board"
    if not name.startswith(SETTLERS):
        for line, word in [*given, *fields]:
            if re.match(r"_?settl(e|ed|ing)(_|$)", word):
                yield f"{name}:{line}: {word!r}: to settle is a phase of Madstone"
    for function in functions_in(tree):
        if is_rule(function):
            for node in ast.walk(function):
                if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "box":
                    yield f"{name}:{node.lineno}: box[...] in {function.name!r}: an array of boxes is `boxes`"
    for node in ast.walk(tree):
        if isinstance(node, ast.arg) and node.annotation is not None and node.arg in TYPES:
            words = set(re.findall(r"\w+", ast.unparse(node.annotation)))
            if not words & TYPES[node.arg]:
                yield f"{name}:{node.lineno}: {node.arg!r} is {ast.unparse(node.annotation)}: it means something else"
        if isinstance(node, ast.ClassDef) and node.name == "Turn":
            yield f"{name}:{node.lineno}: 'Turn': a turn is what a seat has"
    last = name.rpartition("/")[2]
    if FILES.get(last, name) != name:
        yield f"{name}: {last} is the name of {FILES[last]}"


def test_words_that_are_used_otherwise_are_noticed():
    wrong = (
        "@rule\ndef f(box, place):\n    return box[0].x\n\ndef _settle():\n    for place_of_card in x:\n        pass\n"
    )
    assert len(list(faults_in("core/x.py", wrong))) == 4
    wrong = "def f(step: LockStep, rules: tuple[str, ...]):\n    pass\n"
    assert len(list(faults_in("core/x.py", wrong))) == 2
    assert list(faults_in("core/x.py", "def f(step: int | None, rules: Kernels):\n    pass\n")) == []
    wrong = (
        'STATE = record([("place", np.int8, (9,)), ("base_place", HOMES)])\n'
        'state.place[card] = where\nif state.place[card]:\n    print(states["place"], self.settled)\n'
    )
    assert len(list(faults_in("games/madstone/state.py", wrong))) == 5
    assert len(list(faults_in("core/x.py", wrong))) == 6
    assert len(list(faults_in("games/trap_the_cap/state.py", wrong))) == 1
    right = 'VERBS = ("kill", "place")\nstate.zone[card] = box.crystals_by_place[0]\nplacing(said["placed"])\n'
    assert list(faults_in("games/madstone/x.py", right)) == []
    assert len(list(faults_in("puzzles/themes.py", "place = now.place[cap]\n"))) == 1
    right = "@rule\ndef f(boxes, zone, workplace):\n    return boxes[0].x\n"
    assert list(faults_in("core/x.py", right)) == []
    assert list(faults_in("games/madstone/x.py", "def settle():\n    pass\n")) == []
    assert list(faults_in("games/trap_the_cap/x.py", "place = 1\n")) == []
    assert len(list(faults_in("cli/telling.py", "class Turn:\n    pass\n"))) == 2


def test_the_code_uses_words_as_the_glossary_does():
    sources = {str(path.relative_to(PACKAGE)): path.read_text() for path in sorted(PACKAGE.rglob("*.py"))}
    assert [fault for name, text in sources.items() for fault in faults_in(name, text)] == []


def test_the_glossary_has_each_word_once_and_where_it_is_used():
    rows = re.findall(
        r"^\| ([^|]+) \| ([^|]+) \| ([^|]+) \|", (ROOT / "docs" / "glossary.md").read_text(), re.MULTILINE
    )
    words = [word for row in rows if row[0] != "word" and "---" not in row[0] for word in row[0].split(", ")]
    assert len(words) > 60
    assert sorted(words) == sorted(set(words))

"""Check the dice of a match without Motherlode: `python check_dice.py proof.json match.txt [HASH THAT YOU WERE SHOWN]`.

docs/fair-dice.md explains it, and what it cannot know: that the rules give these weights (`motherlode verify` does).
"""

import hashlib
import hmac
import json
import sys
from pathlib import Path


def pick(key: bytes, table: str, step: int, weights: list[int]) -> int:
    total, attempt = sum(weights), 0
    while True:
        digest = hmac.digest(key, f"{table}/{step}/{attempt}".encode(), "sha256")
        ticket, attempt = int.from_bytes(digest[:8], "big"), attempt + 1
        if ticket < 2**64 - 2**64 % total:
            return next(i for i in range(len(weights)) if sum(weights[: i + 1]) > ticket % total)


proof, (head, _, log) = (
    json.loads(Path(sys.argv[1]).read_bytes()),
    Path(sys.argv[2]).read_text("utf-8").partition("\n\n"),
)
key = seed = bytes.fromhex(proof["seed"])
assert hashlib.sha256(seed).hexdigest() == proof["commitment"], "the seed is not the one that was promised"
assert f"chance: fair {proof['commitment']}" in head.splitlines(), "the record has another hash"
assert sys.argv[3:] in ([], [proof["commitment"]]), "another hash was shown to you"
if proof["numbers"] is not None:
    key = hmac.digest(seed, "/".join([proof["table"], *(n or "-" for n in proof["numbers"])]).encode(), "sha256")
drawn = [(step, line[2:]) for step, line in enumerate(log.splitlines()) if line.startswith("* ")]
assert [(draw["step"], draw["text"]) for draw in proof["draws"]] == drawn, "these are not the draws of the record"
for draw in proof["draws"]:
    assert pick(key, proof["table"], draw["step"], draw["weights"]) == draw["picked"], f"entry {draw['step']} is wrong"
print(f"all {len(drawn)} draws of the record follow from the seed and {sum(map(bool, proof['numbers'] or []))} numbers")

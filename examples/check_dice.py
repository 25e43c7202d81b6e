"""Check the dice of a match without Motherlode: `python check_dice.py proof.json`. docs/fair-dice.md explains it."""

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


proof = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
key = seed = bytes.fromhex(proof["seed"])
assert hashlib.sha256(seed).hexdigest() == proof["commitment"], "the seed is not the one that was promised"
if proof["numbers"] is not None:
    key = hmac.digest(seed, "/".join([proof["table"], *(n or "-" for n in proof["numbers"])]).encode(), "sha256")
for draw in proof["draws"]:
    assert pick(key, proof["table"], draw["step"], draw["weights"]) == draw["picked"], f"entry {draw['step']} is wrong"
print(f"{len(proof['draws'])} draws follow from the seed and {sum(map(bool, proof['numbers'] or []))} numbers")

"""Write the cards of Madstone's default set into docs/games/madstone.md: `python docs/make_card_list.py`.

Numbers and texts come from the table that the rules read; a test compares the page with what this makes.
"""

from pathlib import Path

import motherlode
from motherlode.games.madstone.components import ENERGIES, FACTIONS, card_name, commander_name, write_abilities

PAGE = Path(__file__).parent / "games" / "madstone.md"
BEGIN, END = "<!-- cards: made by docs/make_card_list.py -->\n", "<!-- end of cards -->\n"


def energy_of(counts) -> str:
    """`blood 2, chaos`."""
    return ", ".join(
        ENERGIES[kind] + (f" {count}" if count > 1 else "") for kind, count in enumerate(map(int, counts)) if count
    )


def card_list() -> str:
    """The Commanders and all cards, as tables by faction."""
    box = motherlode.game("madstone").box
    rules = box[0]
    lines = ["### Commanders", "", "| name | faction | power | energy |", "| --- | --- | --- | --- |"]
    for faction in range(4):
        name, power = commander_name(box, faction), rules.commander_power[faction]
        lines.append(f"| {name} | {FACTIONS[faction]} | {power} | {energy_of(rules.commander_energy[faction])} |")
    for faction, title in enumerate(("Vampires", "Humans", "Elves", "Goblins", "Artifacts")):
        lines += ["", f"### {title}", "", "| card | power | heart | shield | crystals | energy | abilities |"]
        lines.append("| --- | --- | --- | --- | --- | --- | --- |")
        for card in range(int(rules.num_cards)):
            if rules.faction[card] == faction:
                numbers = f"{rules.power[card]} | {rules.kill[card]} / {rules.command[card]} | "
                numbers += f"{rules.shield[card]} / {rules.seize[card]} | {rules.crystals[card]}"
                abilities = " ".join(write_abilities(box, card))
                lines.append(f"| {card_name(box, card)} | {numbers} | {energy_of(rules.energy[card])} | {abilities} |")
    return "\n".join(lines) + "\n"


def page_with(cards: str) -> str:
    """The page with the cards between its marks."""
    before, rest = PAGE.read_text(encoding="utf-8").split(BEGIN)
    return before + BEGIN + "\n" + cards + "\n" + END + rest.split(END)[1]


if __name__ == "__main__":
    PAGE.write_text(page_with(card_list()), encoding="utf-8")

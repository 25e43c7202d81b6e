import { MARKS, type GameClient, type Standing } from "../../play/contract";
import { say } from "../../text";
import { ENDINGS, TITLES, trap, UNITS } from "../../text/trap_the_cap";
import Board from "./Board.svelte";
import Finale from "./Finale.svelte";
import { paint } from "./colours";
import { layOut } from "./layout";
import { plan } from "./motion";
import { captivesOf, holderOfGold, isTeamGame, type Position } from "./position";
import { soundsOf } from "./sounds";
import { nameThing } from "./words";
import { why } from "./why";

/** The ending of each game that needs no words. */
const USUAL: Record<Position["game"], Position["ending"]> = { basic: "most", team: "most", total: "most", tower: "last", golden: "golden" };

const client: GameClient<Position> = {
  Board,
  Finale,
  nameThing,
  why,
  prompt(position, taken) {
    if (position.phase === "again") return say(trap.sixAgain);
    if (position.phase === "golden") return say(trap.goldenOn);
    if (!taken.length) return say(trap.chooseCap, { die: position.die ?? "" });
    return say(taken.length === 1 ? trap.chooseEnd : trap.chooseOnward);
  },
  standings: (position) => position.seats.map(({ seat }) => standing(position, seat)),
  pause: (event, before, after) => plan(before, after, event.moves ?? [], layOut(after.board, 0)).duration + 120,
  sounds: soundsOf,
  chair: (seat, position) => ({ colour: paint(position, seat), mark: MARKS[seat] }),
  caption(position) {
    const isUsual = position.ending === USUAL[position.game];
    const turn = say(trap.turn, { n: Math.min(position.turns_finished + 1, position.turns) });
    return [position.game === "basic" ? "" : say(TITLES[position.game]), isUsual && position.game !== "basic" ? "" : say(ENDINGS[position.ending]), turn]
      .filter(Boolean)
      .join(" · ");
  },
};
export default client;

/** The score of the chosen ending; where that is only decided at the end, what leads to it. */
function standing(position: Position, seat: number): Standing {
  const { ending } = position;
  const data = position.seats[seat];
  const own = position.caps.filter((cap) => cap.seat === seat);
  const free = own.filter((cap) => cap.state === "free");
  const kept = position.caps.filter((cap) => cap.state === "kept" && cap.place === data.base).length;
  const carried = free.reduce((sum, cap) => sum + captivesOf(position, cap.id).length, 0);
  const isCounted = ending === "most" || ending === "fewest" || position.is_ended_by_cap;
  const score = isCounted ? data.score : ending === "golden" ? kept : free.length;
  const notes = [];
  if (holderOfGold(position) === seat) notes.push(say(trap.hasGold));
  if (!free.length) notes.push(say(trap.out));
  else if (ending !== "last" || position.is_ended_by_cap) notes.push(say(trap.free, { n: free.length }));
  if (carried) notes.push(say(trap.carried, { n: carried }));
  if (isTeamGame(position)) notes.push(say(trap.team, { n: data.team + 1 }));
  return { score: String(score), unit: say(UNITS[position.is_ended_by_cap ? "most" : ending]), notes };
}

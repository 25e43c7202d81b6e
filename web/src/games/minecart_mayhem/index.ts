import type { GameClient } from "../../play/contract";
import Board from "./Board.svelte";

const client: GameClient = {
  Board,
  nameThing: (thing) => thing.split(":").join(" "),
  prompt: () => "",
  standings: (_, seats) => Array.from({ length: seats }, () => ({ score: "", unit: "" })),
  pause: () => 300,
};
export default client;

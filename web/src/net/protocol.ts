// Made by `python -m motherlode.server.protocol.files` from src/motherlode/server/protocol.

export const PROTOCOL = 1;

/** One thing that the seat to act may do. */
export interface Action {
  id: number;
  text: string;
  path: string[];
}

/** How long players may think; any of the limits may be left out, and the strictest counts. */
export interface Clock {
  action_s?: number | null;
  turn_days?: number | null;
  total_s?: number | null;
  increment_s?: number;
  on_timeout?: "bot" | "resign";
}

/** Who sits in a seat. */
export interface SeatInfo {
  kind: "bot" | "open" | "person";
  name: string;
  person: string | null;
  bot: string | null;
  is_connected: boolean;
  has_resigned: boolean;
  kept_for: string | null;
  seal: string | null;
  number: string | null;
}

/** The match that a table goes on from, and after how many entries of its log. */
export interface Origin {
  table: string;
  moves: number;
}

/** A table as anybody may know it. */
export interface TableInfo {
  id: string;
  game: string;
  rules: number;
  ruleset: string;
  options: Record<string, unknown>;
  name: string;
  status: "abandoned" | "open" | "over" | "running";
  is_public: boolean;
  is_rated: boolean;
  is_imported: boolean;
  host: string;
  seats: SeatInfo[];
  clock: Clock | null;
  starts: "full" | "host";
  is_mixed: boolean;
  is_called: boolean;
  is_void: boolean;
  commitment: string;
  seed: string | null;
  created: number;
  step: number;
  rematch: string | null;
  origin: Origin | null;
  daily: string | null;
}

/** The match as one seat, or a spectator, may know it. */
export interface View {
  seat: number | null;
  to_act: number | null;
  moves: number;
  scores: number[] | null;
  winners: number[];
  resigned: number | null;
  ending: "" | "resigned" | "rules" | "time";
  position: unknown;
  actions: Action[];
}

/** One entry of the match's log. */
export interface Move {
  actor: number | null;
  action?: number | null;
  text?: string;
}

/** Something that happened at a table, as you may know it. Fields that do not apply are left out. */
export interface Event {
  step: number;
  at: number;
  kind: "abandoned" | "bot_changed" | "called" | "held" | "left" | "muted" | "opened" | "played" | "rematched" | "renewed" | "resigned" | "returned" | "said" | "sat" | "sealed" | "started" | "stood_in" | "timed_out" | "undo_declined" | "undo_offered" | "undone";
  words?: string[];
  seat?: number | null;
  person?: string | null;
  name?: string | null;
  moves?: Move[];
  text?: string | null;
  bot?: string | null;
  table?: string | null;
  is_muted?: boolean | null;
}

/** A seat asks to take back its last action. */
export interface UndoOffer {
  seat: number;
  awaits: number[];
}

/** What is left to a seat, in milliseconds, at the moment of sending; only the seat to act loses time. */
export interface ClockNow {
  total_ms: number | null;
  action_ms: number | null;
}

/** What happened, and what is now. `step` says how many events there are after it. */
export interface Update {
  type: "update";
  step: number;
  events?: Event[];
  to_act?: number | null;
  view?: View | null;
  legal?: number[] | null;
  undo?: UndoOffer | null;
  clocks?: ClockNow[] | null;
  table?: TableInfo | null;
  has_more?: boolean;
  ack?: string | null;
}

/** The answer to hello; an update with everything since the step you named comes with it. */
export interface Welcome {
  type: "welcome";
  protocol: number;
  seats: number[];
  update: Update;
}

/** Your request changed nothing; why, and how the table stands now. */
export interface Refused {
  type: "refused";
  code: string;
  message: string;
  id?: string | null;
  rule?: string;
  now?: Update | null;
}

/** Who is connected. */
export interface Presence {
  type: "presence";
  seats: boolean[];
  watchers: number;
}

/** The answer to ping. */
export interface Pong {
  type: "pong";
  at: number;
}

/** The last message before the server closes the connection. */
export interface Bye {
  type: "bye";
  code: string;
  message: string;
}

/** The first message: who you are and what you know already. */
export interface Hello {
  type: "hello";
  protocol: number;
  token?: string | null;
  key?: string | null;
  seat?: number | null;
  since?: number | null;
  views?: boolean;
  words?: boolean;
  language?: "de" | "en";
}

/** Play an action: its number, its notation or its path. */
export interface Act {
  type: "act";
  id: string;
  step: number;
  action: number | string | string[];
  seat?: number | null;
}

/** Take back your last action; where others have to agree, ask them. */
export interface Undo {
  type: "undo";
  id: string;
  seat?: number | null;
}

/** Agree to an undo that was asked for, or not. */
export interface AnswerUndo {
  type: "answer_undo";
  id: string;
  agree: boolean;
  seat?: number | null;
}

/** Give up. At a table of three or more a bot plays on in your seat. */
export interface Resign {
  type: "resign";
  id: string;
  seat?: number | null;
}

/** Before the start: bind your seat to the number that it will add to the dice, by its SHA-256. */
export interface Seal {
  type: "seal";
  id: string;
  seal: string;
  seat?: number | null;
}

/** When the table is called: show the number that your seat has sealed. */
export interface OpenNumber {
  type: "open";
  id: string;
  number: string;
  seat?: number | null;
}

/** Chat. */
export interface Say {
  type: "say";
  id: string;
  text: string;
}

/** Everything from an event on, with the current view. */
export interface Fetch {
  type: "fetch";
  since?: number;
  id?: string | null;
}

/** Are you there? */
export interface Ping {
  type: "ping";
}

/** A new table. Each seat is `me`, `me:NAME`, `open`, or `bot:LEVEL`; several `me` share a device. */
export interface CreateTable {
  game: string;
  seats: string[];
  options?: Record<string, unknown>;
  name?: string;
  is_public?: boolean;
  is_rated?: boolean;
  clock?: Clock | null;
  stand_in?: string;
  starts?: "full" | "host";
}

/** A new private table that goes on from a position of a finished match, with dice of its own. */
export interface ContinueTable {
  moves: number;
  seats: string[];
  name?: string;
}

/** Take a seat, or take back your own from its stand-in. */
export interface Join {
  seat?: number | null;
  token?: string | null;
  key?: string | null;
}

/** A request of one of your seats. */
export interface SeatRequest {
  id?: string;
  seat?: number | null;
}

/** Let a bot play for a seat: your own, or one whose player is away. */
export interface StandIn {
  seat: number;
  id?: string;
}

/** Play an action over HTTP. */
export interface ActRequest {
  step: number;
  action: number | string | string[];
  id?: string;
  seat?: number | null;
}

/** Agree to an undo over HTTP, or not. */
export interface AnswerRequest {
  agree: boolean;
  id?: string;
  seat?: number | null;
}

/** Seal a number over HTTP. */
export interface SealRequest {
  seal: string;
  id?: string;
  seat?: number | null;
}

/** Open a number over HTTP. */
export interface OpenRequest {
  number: string;
  id?: string;
  seat?: number | null;
}

/** Chat over HTTP. */
export interface SayRequest {
  text: string;
  id?: string;
}

/** The host keeps a person from chatting at the table, or allows it again. */
export interface MuteRequest {
  person: string;
  is_muted?: boolean;
  id?: string;
}

/** A text record becomes a table: to look at if it is over, else to go on with. */
export interface ImportRecord {
  record: string;
  is_public?: boolean;
}

/** A text record to check. */
export interface VerifyRecord {
  record: string;
}

/** A guest, at once. */
export interface NewPerson {
  name?: string | null;
  bearer?: boolean;
}

/** Another name. */
export interface Rename {
  name: string;
}

/** Name and password of an account. */
export interface Credentials {
  name: string;
  password: string;
  bearer?: boolean;
}

/** What is wrong, in one line; the code is in docs/errors.md. */
export interface Problem {
  code: string;
  message: string;
  rule?: string;
  now?: Update | null;
}

/** A table with what you need to play there. */
export interface Seated {
  table: TableInfo;
  tokens: (string | null)[];
  key: string | null;
  link: string;
}

/** Tables, newest first. */
export interface TableList {
  tables: TableInfo[];
  next: string | null;
}

/** How good somebody is at a game with so many seats. */
export interface Rating {
  game: string;
  seats: number;
  rating: number;
  mu: number;
  sigma: number;
  matches: number;
}

/** Somebody who plays here. */
export interface Person {
  id: string;
  name: string;
  is_guest: boolean;
  ratings: Rating[];
}

/** You. */
export interface Session {
  person: Person;
  token: string | null;
}

/** One place where you are logged in. */
export interface OwnSession {
  id: string;
  created: number;
  used: number;
  expires: number;
  agent: string;
  is_this: boolean;
}

/** One line of a leaderboard. */
export interface Leader {
  rank: number;
  person: Person;
  rating: Rating;
}

/** The best at a game with so many seats. */
export interface Leaderboard {
  game: string;
  seats: number;
  leaders: Leader[];
}

/** One thing that a table may change about a game. */
export interface OptionInfo {
  name: string;
  default: unknown;
  meaning: string;
  schema: Record<string, unknown>;
}

/** A game that can be played here. */
export interface GameInfo {
  name: string;
  title: string;
  summary: string;
  rules: number;
  fewest_seats: number;
  most_seats: number;
  is_hidden: boolean;
  bots: string[];
  options: OptionInfo[];
  state: "preparing" | "ready" | "waiting";
}

/** Whether every die and card came from the seed that was promised. */
export interface Fairness {
  is_checked: boolean;
  message: string;
  commitment: string | null;
  seed: string | null;
  proof: string[];
}

/** One draw of chance: by these weights, in this order, the one with this index was drawn. */
export interface Draw {
  step: number;
  weights: number[];
  picked: number;
  text: string;
}

/** What is needed to check the dice of a match without its rules: docs/fair-dice.md says how. */
export interface Proof {
  table: string;
  commitment: string;
  seed: string;
  numbers: (string | null)[] | null;
  draws: Draw[];
}

/** What one action is worth. */
export interface HintChoice {
  id: number;
  text: string;
  value: number;
  visits: number | null;
}

/** What a seat might do, and why. */
export interface Hint {
  seat: number;
  action: number;
  text: string;
  path: string[];
  reason: string;
  is_exact: boolean;
  choices: HintChoice[];
}

/** One reason, and the rule behind it. */
export interface Bar {
  text: string;
  rule: string;
}

/** Why nothing can be done with a thing now; no reasons: it only makes sense with another thing first. */
export interface Why {
  thing: string;
  reasons: Bar[];
}

/** The position after so many entries of a match's log, and the entry that led to it. */
export interface Frame {
  moves: number;
  actor: number | null;
  action: number | null;
  text: string;
  path: string[];
  words: string[];
  position: unknown;
  to_act: number | null;
  scores: number[] | null;
  actions: Action[];
}

/** A match, or a part of it, position by position. */
export interface Replay {
  table: string;
  seat: number | "all" | null;
  moves: number;
  frames: Frame[];
  has_more: boolean;
}

/** What a position is worth for the first seat, with perfect play of both. */
export interface Value {
  moves: number;
  margin: number | null;
  outcome: "draw" | "loss" | "win" | null;
}

/** What every position of a match is worth. */
export interface Values {
  table: string;
  values: Value[];
}

/** One rule. */
export interface Rule {
  number: string;
  html: string;
  text: string;
  is_ruling: boolean;
  is_made: boolean;
}

/** Rules on one matter. */
export interface RuleSection {
  number: string;
  heading: string;
  html: string;
  rules: Rule[];
}

/** The rules of a game. */
export interface Rules {
  game: string;
  title: string;
  html: string;
  sections: RuleSection[];
}

/** One thing to look at in a lesson; where an action is expected, the learner plays it. */
export interface LessonFrame {
  say: string;
  rule: string;
  seat: number;
  view: View;
  expected: number | null;
  path: string[];
  words: string[];
  moves: Move[];
}

/** A guided first game. */
export interface Lesson {
  game: string;
  title: string;
  language: "de" | "en";
  seat: number;
  names: string[];
  options: Record<string, unknown>;
  frames: LessonFrame[];
}

/** How somebody fared today. */
export interface DailyResult {
  name: string;
  is_won: boolean;
  score: number;
  rounds: number;
  is_you: boolean;
}

/** The game of the day: the same for everyone on this server, one try each. */
export interface Daily {
  date: string;
  game: string;
  options: Record<string, unknown>;
  ends: number;
  table: string | null;
  results: DailyResult[];
}

/** How the server is. */
export interface Health {
  is_well: boolean;
  database: string;
  bus: string;
  version: string;
}

export type FromServer = Update | Welcome | Refused | Presence | Pong | Bye;

export type FromClient = Act | Undo | AnswerUndo | Resign | Seal | OpenNumber | Say | Fetch | Ping | Hello;

// Made by `python -m motherlode.server.protocol.files` from src/motherlode/server/protocol.

export const PROTOCOL = 1;

export type Language = "en" | "de";

export type Ending = "" | "played out" | "nobody left" | "capped" | "trapped" | "resigned" | "time" | "abandoned";

export type EventKind = "sat" | "left" | "renewed" | "sealed" | "called" | "opened" | "started" | "played" | "undo_offered" | "undo_declined" | "undone" | "resigned" | "timed_out" | "stood_in" | "returned" | "bot_changed" | "said" | "muted" | "rematched" | "held" | "abandoned";

export type PuzzleLanguage = "en" | "de";

export type Numbers = "exact" | "measured" | "guess";

export type Sign = "pick" | "lamp" | "gem" | "cart" | "cap" | "card" | "hex" | "wave" | "star" | "moon" | "flame" | "crown";

export type Progress = "waiting" | "playing" | "done" | "failed";

export type Known = "more" | "less" | "same" | "open";

export type Tool = "random" | "greedy" | "search";

/** One thing that the seat to act may do. */
export interface Action {
  /** what the engine applies */
  id: number;
  /** notation */
  text: string;
  /** things to touch, in order */
  path: string[];
}

/** How long players may think; any of the limits may be left out, and the strictest counts. */
export interface Clock {
  /** for each action */
  action_s?: number | null;
  /** for each turn, in slow games */
  turn_days?: number | null;
  /** for the whole match */
  total_s?: number | null;
  /** added to the total after each turn */
  increment_s?: number;
  on_timeout?: "bot" | "resign";
}

/** Who sits in a seat. */
export interface SeatInfo {
  kind: "open" | "person" | "bot";
  /** as the match calls the seat; of one that is open and kept: who it is kept for */
  name: string;
  /** id */
  person: string | null;
  /** the level that plays: of a bot, or of the stand-in of somebody who is away */
  bot: string | null;
  is_connected: boolean;
  /** the bot plays simpler until its machine code is made */
  is_warming: boolean;
  /** or run out of time */
  has_resigned: boolean;
  /** the id of the only person who may sit down here */
  kept_for: string | null;
  /** SHA-256 of the number that it adds to the dice, in hex */
  seal: string | null;
  /** in hex, once it is opened */
  number: string | null;
}

/** The match that a table goes on from, and after how many entries of its log. */
export interface Origin {
  table: string;
  moves: number;
}

/** Which version of which variant a table plays; `options` of the table say what it is. */
export interface VariantTag {
  id: string;
  version: number;
  /** when the table was made */
  name: string;
}

/** A table as anybody may know it. */
export interface TableInfo {
  id: string;
  game: string;
  /** version */
  rules: number;
  /** hash of game, rules version, seats, options and data */
  ruleset: string;
  /** that differ from the rulebook's */
  options: Record<string, unknown>;
  name: string;
  status: "open" | "running" | "over" | "abandoned";
  is_public: boolean;
  is_rated: boolean;
  is_imported: boolean;
  /** until the end, seats may know what others may not */
  is_hidden: boolean;
  /** person id */
  host: string;
  seats: SeatInfo[];
  /** of each seat: those with the same number win or lose together */
  sides: number[];
  clock: Clock | null;
  /** when all seats are taken, or when the host says so */
  starts: "full" | "host";
  /** every seat adds a number to the dice: seals it, and opens it when it is called for */
  is_mixed: boolean;
  /** open your number now */
  is_called: boolean;
  /** rated, but it ended before everybody had acted: it does not count */
  is_void: boolean;
  /** SHA-256 of the seed of chance, in hex */
  commitment: string;
  /** in hex, once the match is over */
  seed: string | null;
  /** milliseconds since 1970 */
  created: number;
  /** how many events there are */
  step: number;
  /** the table where these players play again */
  rematch: string | null;
  /** where it goes on from another match */
  origin: Origin | null;
  /** the day whose game it is; its seed stays secret until that day is over (UTC) */
  daily: string | null;
  /** the designer's variant that is played */
  variant: VariantTag | null;
}

/** The match as one seat, or a spectator, may know it. */
export interface View {
  /** whose eyes; none: a spectator */
  seat: number | null;
  /** seat */
  to_act: number | null;
  /** entries of the match's log, chance included */
  moves: number;
  /** at the end */
  scores: number[] | null;
  /** seats, all of each side that won; none before the end, and where nobody wins */
  winners: number[];
  /** the seat that ended the match by resigning or running out of time: its side has lost */
  resigned: number | null;
  /** how the match came to its end; "" before */
  ending: Ending;
  /** a JSON object that the game defines */
  position: unknown;
  /** of the seat whose eyes these are, when it is to act, unless hello said words: false */
  actions: Action[];
}

/** One entry of the match's log. */
export interface Move {
  /** a seat; none: chance */
  actor: number | null;
  /** none: you may not know */
  action?: number | null;
  /** notation */
  text?: string;
}

/** Something that happened at a table, as you may know it. Fields that do not apply are left out. */
export interface Event {
  /** its number, from 0 */
  step: number;
  /** milliseconds since 1970 */
  at: number;
  kind: EventKind;
  /** the same for people: plain text, never markup */
  words?: string[];
  seat?: number | null;
  person?: string | null;
  name?: string | null;
  /** started, played */
  moves?: Move[];
  /** said: what; bot_changed, stood_in: why */
  text?: string | null;
  bot?: string | null;
  /** rematched */
  table?: string | null;
  is_muted?: boolean | null;
}

/** A seat asks to take back its last action. */
export interface UndoOffer {
  seat: number;
  /** seats that have to agree */
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
  /** unless hello said views: false */
  view?: View | null;
  /** without views or words: what your seat may do, when it is to act */
  legal?: number[] | null;
  undo?: UndoOffer | null;
  /** seats that may take back their last action, or ask to; who acted last comes first */
  undoable?: number[];
  clocks?: ClockNow[] | null;
  /** when seats or status changed */
  table?: TableInfo | null;
  /** there are more events than one update carries: fetch again from the last one on */
  has_more?: boolean;
  /** the id of your request that this answers */
  ack?: string | null;
}

/** The answer to hello; an update with everything since the step you named comes with it. */
export interface Welcome {
  type: "welcome";
  protocol: number;
  /** that you play */
  seats: number[];
  update: Update;
}

/** Your request changed nothing; why, and how the table stands now. */
export interface Refused {
  type: "refused";
  /** docs/errors.md */
  code: string;
  message: string;
  id?: string | null;
  /** the number of the rule that bars the action */
  rule?: string;
  now?: Update | null;
}

/** Who is connected, and which bots play simpler until their machine code is made. */
export interface Presence {
  type: "presence";
  seats: boolean[];
  watchers: number;
  /** by seat */
  warming: boolean[];
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
  /** of a seat or a person; browsers have their cookie */
  token?: string | null;
  /** of a private table, to watch it */
  key?: string | null;
  /** only this one of your seats; none: all of them, or watch */
  seat?: number | null;
  /** how many events you have; none: you want no history */
  since?: number | null;
  /** false: updates carry `legal` instead of a view, and no words */
  views?: boolean;
  /** false: views without texts and paths, `legal` instead; events without words */
  words?: boolean;
  /** of the words about the match */
  language?: Language;
}

/** Play an action: its number, its notation or its path. */
export interface Act {
  type: "act";
  id: string;
  /** how many events you have seen; stale if the position changed since */
  step: number;
  action: number | string | string[];
  /** where you play several */
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
  /** the bot that plays for who is away; empty: a middling one */
  stand_in?: string;
  /** when all seats are taken, or when the host says so */
  starts?: "full" | "host";
  /** a stored one, in place of `options` */
  variant?: string | null;
  /** of it; none: the last */
  version?: number | null;
}

/** A new private table that goes on from a position of a finished match, with dice of its own. */
export interface ContinueTable {
  /** after so many entries of the match's log */
  moves: number;
  seats: string[];
  name?: string;
}

/** A position to analyse: where it comes from, and what is played from there on. It comes from a finished match (`table`), from a lesson, from a puzzle that was answered, from a text `record`, or is of one's own making: a `position` in notation, or how the game begins. */
export interface Analyse {
  game: string;
  table?: string | null;
  /** of a private table */
  key?: string | null;
  is_lesson?: boolean;
  puzzle?: string | null;
  record?: string | null;
  position?: string | null;
  /** none: as few as the game may have */
  seats?: number | null;
  options?: Record<string, unknown>;
  /** entries of match, lesson or record; none: all */
  moves?: number | null;
  line?: number[];
  /** then chance decides like this until a seat is to act */
  roll?: number | null;
  /** turn: those of the seat to act */
  eyes?: "turn" | "all" | number;
  /** tell also what was played in match, lesson or record */
  has_log?: boolean;
  /** tell also the line in words */
  has_line?: boolean;
  /** tell also what an engine in the page needs */
  has_ground?: boolean;
  /** tell also the text record of all that was played */
  has_record?: boolean;
  language?: Language;
}

/** Take a seat, or take back your own from its stand-in. */
export interface Join {
  /** none: your own, else the first that is open */
  seat?: number | null;
  /** a seat token from an invitation */
  token?: string | null;
  /** of a private table */
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
  /** true: the token comes in the answer, not as a cookie */
  bearer?: boolean;
  /** true: who is somebody already stays so, and is told who */
  stay?: boolean;
}

/** Another name. */
export interface Rename {
  name: string;
}

/** Leave to study your matches without names. */
export interface Share {
  is_shared: boolean;
}

/** Name and password of an account. */
export interface Credentials {
  name: string;
  password: string;
  bearer?: boolean;
}

/** A seat's match in one line: result = start + luck + hidden + own + others + residual. */
export interface Account {
  seat: number;
  name: string;
  /** odds before the first step */
  start: number;
  /** of dice and draws */
  luck: number;
  /** of cards that who decided could not know */
  hidden: number;
  /** what own decisions lost, and giving up */
  own: number;
  /** what decisions of others gave */
  others: number;
  /** what the odds could not tell */
  residual: number;
  /** the part of the win */
  result: number;
  /** the result without luck */
  adjusted: number;
  /** 0 to 100, the mean over its decisions; none: it had none */
  accuracy: number | null;
  /** forced ones are not counted */
  num_decisions: number;
  /** all that its decisions lost, giving up aside */
  lost: number;
  marks: Partial<Record<"forced" | "only" | "best" | "good" | "inaccuracy" | "mistake" | "blunder", number>>;
  /** to who sat there */
  summary: Told;
}

/** What a seat chose, judged by what it could know: all its actions in a row, until chance or another seat acts. */
export interface Decision {
  seat: number;
  /** steps of the log */
  first: number;
  last: number;
  /** the first step that is not as in the better line; `first` where nothing is better */
  at: number;
  mark: "forced" | "only" | "best" | "good" | "inaccuracy" | "mistake" | "blunder";
  /** odds of the seat that it lost */
  loss: number;
  /** standard error of the loss; 0 where it is exact */
  error: number;
  /** odds of the seat after the best line, by what it could know */
  expected: number;
  /** the same after what it played */
  got: number;
  /** 0 to 100 */
  accuracy: number;
  played: Action[];
  /** empty where nothing is better */
  better: Action[];
  /** what it gave away of the margin at the end; only where that is known exactly */
  margin_lost: number | null;
  /** what the better line gains on what was played, in things that can be counted */
  cause: Told | null;
}

/** A match, looked at step by step. */
export interface Review {
  format: number;
  game: string;
  /** their version */
  rules: number;
  seats: number;
  sides: number[];
  names: string[];
  how: Ending;
  winners: number[];
  source: "exact" | "search";
  /** of the searches in which odds are measured */
  iterations: number;
  /** whether odds were held against many matches; exact ones need not be */
  is_measured: boolean;
  /** what the odds are */
  about: Told;
  start: number[];
  result: number[];
  steps: Step[];
  decisions: Decision[];
  accounts: Account[];
  turning_points: TurningPoint[];
}

/** One entry of the log, and what it did to the odds. after = before + luck + skill + hidden + residual, for each seat. Each of these lists is by seat, and empty where the step has none of it. */
export interface Step {
  step: number;
  /** a seat; -1: chance */
  actor: number;
  /** below 0: the seat resigned or ran out of time */
  action: number;
  /** notation */
  text: string;
  told: Told;
  before: number[];
  after: number[];
  /** chance: what it gave, less the mean over all that it could have given */
  luck: number[];
  /** a decision: the played action's odds less the best one's; never above 0 for who decides */
  skill: number[];
  /** a decision: what it changed, less the mean of that over what who decides held possible */
  hidden: number[];
  /** the rest: what looking one step further changed */
  residual: number[];
  /** which of `Review.decisions` it belongs to */
  decision: number | null;
}

/** Words for people. */
export interface Told {
  en: string;
  de: string;
}

/** One of the steps that changed most. */
export interface TurningPoint {
  step: number;
  kind: "luck" | "decision" | "hidden" | "forfeit";
  /** whose odds changed most */
  seat: number;
  before: number;
  after: number;
  decision: number | null;
  told: Told;
}

/** What mistakes of one kind cost in one phase of a game. */
export interface Mistakes {
  phase: "opening" | "middle" | "end";
  mark: "forced" | "only" | "best" | "good" | "inaccuracy" | "mistake" | "blunder";
  count: number;
  lost: number;
}

/** One match of a player, in a line. */
export interface OwnReview {
  table: string;
  game: string;
  seats: number;
  /** the part of the win */
  result: number;
  /** of dice, draws and hidden cards */
  luck: number;
  /** 0 to 100; none: there was nothing to decide */
  accuracy: number | null;
  /** all that decisions lost */
  lost: number;
  /** how well it was played and what luck did, to who sat there */
  summary: Told;
}

/** All reviewed matches of a player in one game, added up. */
export interface Tally {
  game: string;
  matches: number;
  /** wins */
  result: number;
  luck: number;
  lost: number;
  /** the mean over matches with decisions */
  accuracy: number | null;
  /** the most costly first */
  mistakes: Mistakes[];
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
  /** by seat: yours to play with, and those of open seats to invite with if you are the host */
  tokens: (string | null)[];
  /** for a private table: who has it may watch and sit down */
  key: string | null;
  /** to share */
  link: string;
  addresses: string[];
}

/** Tables, newest first. */
export interface TableList {
  tables: TableInfo[];
  /** give it as `before` for more */
  next: string | null;
}

/** A match of yours, running or over. */
export interface OwnMatch {
  table: TableInfo;
  /** that you play */
  seats: number[];
  /** seat */
  to_act: number | null;
  /** seats, all of each side that won; none before the end, and where nobody wins */
  winners: number[];
  /** the seat that ended the match by resigning or running out of time */
  resigned: number | null;
  /** how the match came to its end; "" before */
  ending: Ending;
  /** when something happened last, in milliseconds since 1970 */
  at: number;
}

/** Matches of yours, newest first. */
export interface OwnMatches {
  matches: OwnMatch[];
  /** give it as `before` for more */
  next: string | null;
}

/** What was luck and what was skill in your matches, as far as they were reviewed: the last of them. */
export interface OwnReviews {
  /** newest first */
  matches: OwnReview[];
  /** the same, added up by game */
  tallies: Tally[];
}

/** How good somebody is at a game with so many seats. */
export interface Rating {
  game: string;
  seats: number;
  /** what we are sure of: mu - 3 sigma */
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
  /** only where it was asked for */
  token: string | null;
}

/** One place where you are logged in. */
export interface OwnSession {
  id: string;
  /** milliseconds since 1970 */
  created: number;
  /** to the day */
  used: number;
  expires: number;
  /** the program that it was opened with, as it called itself */
  agent: string;
  is_this: boolean;
}

/** Leave to study somebody's matches without names. */
export interface Sharing {
  /** matches begun from then on; none: no leave */
  since: number | null;
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
  /** levels weakest first, `greedy` where it belongs in most games */
  bots: string[];
  options: OptionInfo[];
  /** warming: machine code is being made, strong bots play simpler */
  strength: "warming" | "full";
}

/** Whether every die and card came from the seed that was promised. */
export interface Fairness {
  /** false: the seed is not revealed yet, or chance was scripted */
  is_checked: boolean;
  message: string;
  commitment: string | null;
  seed: string | null;
  /** what follows from it, and who has to trust whom, sentence by sentence */
  proof: string[];
}

/** One draw of chance: by these weights, in this order, the one with this index was drawn. */
export interface Draw {
  /** of the match's log */
  step: number;
  weights: number[];
  picked: number;
  /** notation of what was drawn */
  text: string;
}

/** What is needed to check the dice of a match without its rules: docs/fair-dice.md says how. */
export interface Proof {
  table: string;
  /** SHA-256 of the seed */
  commitment: string;
  seed: string;
  /** by seat; none: nobody was asked for one */
  numbers: (string | null)[] | null;
  draws: Draw[];
}

/** What one action is worth. */
export interface HintChoice {
  id: number;
  text: string;
  /** exact: the margin at the end of this game, with perfect play; else the chance to win, 0 to 1 */
  value: number;
  /** how often a search tried it */
  visits: number | null;
}

/** What a seat might do, and why. */
export interface Hint {
  seat: number;
  action: number;
  text: string;
  path: string[];
  /** one sentence */
  reason: string;
  is_exact: boolean;
  /** chances to win were held against many matches; else they are a search's guess */
  is_measured: boolean;
  /** best first */
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
  /** a seat; none: chance, or the start */
  actor: number | null;
  /** none: at the start, or these eyes did not see it */
  action: number | null;
  /** notation; `?`: these eyes did not see it */
  text: string;
  /** what the action touched */
  path: string[];
  words: string[];
  /** a JSON object that the game defines */
  position: unknown;
  to_act: number | null;
  /** so far, in a finished match */
  scores: number[] | null;
  /** of the seat to act, where they were asked for */
  actions: Action[];
}

/** A match, or a part of it, position by position. */
export interface Replay {
  table: string;
  /** whose eyes; none: a spectator's */
  seat: number | "all" | null;
  /** entries of the match's log */
  moves: number;
  frames: Frame[];
  has_more: boolean;
}

/** What a position is worth for the first seat, with perfect play of both. */
export interface Value {
  moves: number;
  /** none: dice are still to be rolled */
  margin: number | null;
  outcome: "win" | "draw" | "loss" | null;
}

/** What every position of a match is worth. */
export interface Values {
  table: string;
  values: Value[];
}

/** How a search is run in a game, as `SearchSettings` has it. */
export interface StudySettings {
  explore: number;
  temperature: number;
  widen: number;
  rollout: number;
  is_hidden: boolean;
  is_blanked: boolean;
  num_sides: number;
  num_nodes: number;
}

/** How often seats won matches of bots that a search gave so much: straight between its points, level beyond. */
export interface OddsCurve {
  /** rising */
  values: number[];
  odds: number[];
  /** of the search for which it holds */
  iterations: number;
  /** it was held against other matches, with these options */
  is_measured: boolean;
}

/** What a browser needs to search the positions of a finished match by itself, as docs/wasm.md says. */
export interface Study {
  table: string;
  /** the address of the game's WebAssembly module; none: this server has none */
  module: string | null;
  /** of a desk */
  sizes: Record<string, number>;
  settings: StudySettings;
  /** bytes, as base64 */
  box: string;
  /** of each seat: who wins together has the same odds */
  sides: number[];
  /** what turns values of a search into odds; none: they are a guess */
  curve: OddsCurve | null;
  /** after each entry of the log, hidden for the seat to act; bytes, as base64 */
  positions: string[];
}

/** What an engine in the page needs to search any position of a game, as docs/wasm.md says. */
export interface Ground {
  /** the address of the game's WebAssembly module; none: this server has none */
  module: string | null;
  /** of a desk */
  sizes: Record<string, number>;
  settings: StudySettings;
  /** bytes, as base64 */
  box: string;
  /** of each seat: who wins together has the same odds */
  sides: number[];
  /** what turns values of a search into odds; none: they are a guess */
  curve: OddsCurve | null;
}

/** One thing that chance may do. */
export interface ChanceOutcome {
  id: number;
  /** notation */
  text: string;
  /** how likely it is, 0 to 1 */
  share: number;
}

/** A position of an analysis, as the eyes that look at it may know it. */
export interface Analysed {
  game: string;
  /** that are not as usual */
  options: Record<string, unknown>;
  seats: number;
  names: string[];
  /** where it all began, in notation; none: as the game begins */
  start: string | null;
  /** entries of the log since then */
  moves: number;
  /** what led here; none at the start */
  move: Move | null;
  /** the same as a sentence */
  words: string;
  /** actions of the seat to act are told if the eyes may know them */
  view: View;
  /** chance is to act */
  is_chance: boolean;
  /** what it may do; none if the eyes may not know that */
  outcomes: ChanceOutcome[];
  /** the position in notation */
  text: string;
  /** the seat that an engine thinks for: the one to act, or who acted last */
  observer: number;
  /** as that seat may know it, for an engine: bytes, as base64 */
  position: string;
  /** what chance did by itself until a seat was to act, where that was asked for */
  rolled: Move[];
  /** of match, lesson or record, where it was asked for */
  log: Move[] | null;
  /** what is played from there on, where it was asked for */
  line: Move[] | null;
  ground: Ground | null;
  record: string | null;
}

/** How good another action would have been at a step of a finished match. */
export interface Answer {
  /** odds that it loses against the best, 0 to 1 */
  loss: number;
  /** standard error of the loss; 0: exact */
  error: number;
}

/** One rule. */
export interface Rule {
  /** R3.1 */
  number: string;
  html: string;
  /** the same without marks */
  text: string;
  /** the rulebook leaves it, or a part of it, open */
  is_ruling: boolean;
  /** it, or a part of it, was made for Motherlode */
  is_made: boolean;
}

/** Rules on one matter. */
export interface RuleSection {
  /** R3 */
  number: string;
  heading: string;
  /** what stands there besides the rules */
  html: string;
  rules: Rule[];
}

/** The rules of a game. */
export interface Rules {
  game: string;
  title: string;
  /** English where nobody has translated them */
  language: Language;
  /** what stands before the first section */
  html: string;
  sections: RuleSection[];
}

/** A line of the project's sources. */
export interface SourceLine {
  /** motherlode/games/madcap/kernels.py */
  source: string;
  /** from 1 */
  line: number;
  text: string;
}

/** Where the program carries out a rule, and which tests hold it. */
export interface RuleSources {
  /** R3.1 */
  number: string;
  /** none: it is a number in the data, or for people */
  code: SourceLine[];
  /** none: the tests are not installed with the server */
  tests: SourceLine[] | null;
}

/** One thing to look at in a lesson; where an action is expected, the learner plays it. */
export interface LessonFrame {
  /** nothing: somebody else, or chance, goes on */
  say: string;
  /** R2.1, or nothing */
  rule: string;
  /** the learner's */
  seat: number;
  view: View;
  expected: number | null;
  /** what to touch for it */
  path: string[];
  /** what happened since the frame before */
  words: string[];
  moves: Move[];
}

/** A guided first game. */
export interface Lesson {
  game: string;
  title: string;
  language: Language;
  /** the learner's */
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
  /** 2026-11-15, UTC */
  date: string;
  game: string;
  options: Record<string, unknown>;
  /** milliseconds since 1970 */
  ends: number;
  /** yours */
  table: string | null;
  /** your try */
  is_over: boolean;
  /** best first */
  results: DailyResult[];
}

/** How the server is. */
export interface Health {
  is_well: boolean;
  database: string;
  bus: string;
  version: string;
}

/** An answer to a puzzle. */
export interface PuzzleAttempt {
  action: number;
  language?: Language;
}

/** Asks for the solution of a puzzle. */
export interface PuzzleQuestion {
  language?: Language;
}

/** How somebody does at the puzzles of a game. */
export interface PuzzleStanding {
  game: string;
  /** on Elo's scale; a newcomer has 1500 */
  rating: number;
  /** how unsure it is */
  error: number;
  /** puzzles that were tried; only the first answer to each counts */
  tries: number;
  /** by the first answer */
  solved: number;
  /** solved in a row */
  streak: number;
  best_streak: number;
  /** that there are */
  puzzles: number;
}

/** What puzzles are about. */
export interface PuzzleTheme {
  name: string;
  words: string;
  /** that there are */
  puzzles: number;
}

/** A puzzle as who solves it sees it: only what the seat knows. */
export interface PuzzleShown {
  id: string;
  game: string;
  /** the solver's */
  seat: number;
  names: string[];
  rating: number;
  theme: PuzzleTheme;
  /** with the actions of the seat */
  view: View;
  /** you have answered it before: it counts no more */
  is_tried: boolean;
  /** other options than the rulebook's, each as `name: value` */
  words: string[];
  /** what its odds are: exact, held against many matches, or what a search guesses */
  numbers: Numbers;
}

/** The position after an entry of a line, as the solver's seat sees it. */
export interface PuzzleFrame {
  view: View;
  moves: Move[];
  words: string[];
}

/** What comes of an answer. */
export interface PuzzleTried {
  is_right: boolean;
  /** not only as good */
  is_best: boolean;
  /** of the solver's seat after it, 0 to 1 */
  odds: number;
  /** of the odds, against the best */
  lost: number;
  /** the answer and what follows: the line that beats it, or carries it on */
  frames: PuzzleFrame[];
  /** it was the first answer of somebody */
  is_counted: boolean;
  /** of the rating */
  change: number;
  standing: PuzzleStanding;
}

/** The answer and what follows. */
export interface PuzzleSolution {
  action: number;
  /** notation */
  text: string;
  /** what to touch for it */
  path: string[];
  odds: number;
  frames: PuzzleFrame[];
  /** which share of its tries each level of our bots solved it in */
  levels: Record<string, number>;
  standing: PuzzleStanding;
}

/** An action of a puzzle that is taken along, and what comes of it. */
export interface PackedAnswer {
  action: number;
  is_right: boolean;
  is_best: boolean;
  /** of the solver's seat after it; none: only a search could say */
  odds: number | null;
  /** of the odds, against the best */
  lost: number | null;
  /** the answer and what follows; none of what is wrong and tempts nobody */
  frames: PuzzleFrame[];
}

/** A puzzle to be solved without a network. */
export interface PackedPuzzle {
  shown: PuzzleShown;
  /** to each action that the seat has */
  answers: PackedAnswer[];
  /** the best of them, in notation */
  text: string;
  /** what to touch for it */
  path: string[];
  /** which share of its tries each level of our bots solved it in */
  levels: Record<string, number>;
}

/** Puzzles of a game to take along, the easiest first; the same for everybody. */
export interface PuzzlePack {
  game: string;
  language: Language;
  puzzles: PackedPuzzle[];
}

/** How somebody fared today. */
export interface DayResult {
  name: string;
  /** by puzzle: whether the first answer was right; of a match: whether it was won */
  marks: boolean[];
  /** puzzles that were solved, or the score of a match */
  score: number;
  is_you: boolean;
}

/** What a game has for a day: the same for everyone, one try each. */
export interface Day {
  /** 2026-11-15, UTC */
  date: string;
  game: string;
  /** a match is played by POST /api/daily */
  kind: "puzzles" | "match";
  /** milliseconds since 1970 */
  ends: number;
  /** ids, the easiest first; none of a match */
  puzzles: string[];
  /** yours, so far */
  marks: boolean[];
  /** your try */
  is_over: boolean;
  /** of your match */
  table: string | null;
  /** days in a row that you played, today or up to yesterday */
  streak: number;
  /** who have finished today */
  players: number;
  /** how many of them solved none, one, two ...; lost or won a match */
  field: number[];
  /** best first */
  results: DayResult[];
}

/** The picture of a variant: a sign cut from paper, on a ground of some colour. */
export interface Emblem {
  sign?: Sign;
  tone?: number;
}

/** A game with changed options, as a designer has it now: to be checked, nothing is stored. */
export interface Draft {
  options: Record<string, unknown>;
  /** none: as few as the game may have */
  seats?: number | null;
  /** tell also what an engine in the page needs */
  has_ground?: boolean;
}

/** A variant to store, with its first version. */
export interface NewVariant {
  name: string;
  options: Record<string, unknown>;
  about?: string;
  emblem?: Emblem;
  is_public?: boolean;
  /** the variant that it was forked from */
  parent?: string | null;
  parent_version?: number | null;
  /** on the first version */
  note?: string;
}

/** The next version of a variant; those before stay as they are. */
export interface NewVersion {
  options: Record<string, unknown>;
  note?: string;
}

/** Another name, text or picture of a variant, or whether it stands on the shelf; what is not named stays. */
export interface VariantChange {
  name?: string | null;
  about?: string | null;
  emblem?: Emblem | null;
  is_public?: boolean | null;
}

/** One figure with its interval at 95 %, of a variant and of the game as the rulebook has it. */
export interface MeasuredFigure {
  name: string;
  value: number;
  low: number;
  high: number;
  original: number;
  original_low: number;
  original_high: number;
}

/** What was measured of a version: by whole games between players that are all the same. */
export interface MeasuredReport {
  player: Tool;
  seats: number;
  /** of each of the two */
  games: number;
  figures: MeasuredFigure[];
  /** that measured it: nobody else has checked it */
  source?: "browser";
}

/** What the server is to measure of a version: it plays whole games of it and of the game as the rulebook has it. */
export interface NewMeasurement {
  /** a level of bots, in all seats */
  player: string;
  seats: number;
  /** of each of the two */
  games?: number;
}

/** A number with its interval at 95 %. */
export interface Span {
  value: number;
  low: number;
  high: number;
}

/** One figure of a variant and of the game as the rulebook has it, with what is known of the difference. */
export interface SeenFigure {
  name: string;
  title: Told;
  is_share: boolean;
  variant: Span;
  original: Span;
  /** holds whenever one looks, all figures together */
  difference: Span;
  verdict: Known;
}

/** What the server measures, or has measured, of a version. */
export interface Measurement {
  id: string;
  version: number;
  state: Progress;
  /** while it waits: how many are measured before */
  ahead: number;
  /** a level of bots, in all seats */
  player: string;
  seats: number;
  /** games of each of the two */
  most: number;
  /** that were played */
  games: number;
  /** milliseconds since 1970 */
  created: number;
  /** by now; empty while little is known */
  figures: SeenFigure[];
  /** it failed */
  why: string;
}

/** One thing that a designer may change about a game. */
export interface DesignField {
  name: string;
  default: unknown;
  /** what the game's own file says about it */
  meaning: string;
  /** JSON Schema, whole: it refers to nothing outside */
  schema: Record<string, unknown>;
}

/** What may be changed about a game, and what it is made of. */
export interface Design {
  game: string;
  title: string;
  /** version */
  rules: number;
  fewest_seats: number;
  most_seats: number;
  /** levels weakest first, `greedy` where it belongs in most games */
  bots: string[];
  fields: DesignField[];
  /** the other files of its data folder by name, as they are read: cards, boards, maps */
  data: Record<string, unknown>;
  /** this server measures variants, when their owners ask */
  is_measured: boolean;
}

/** What is wrong with a draft, and where. */
export interface Fault {
  /** gold[2], cards[0].numbers.kill; empty: the whole of it */
  path: string;
  why: string;
}

/** A draft as the rules see it. */
export interface Checked {
  /** none: it can be played */
  faults: Fault[];
  seats: number;
  /** that differ from the rulebook's, as they were read; as given where there are faults */
  options: Record<string, unknown>;
  /** hash of game, rules version, seats, options and data; none: it cannot be played */
  ruleset: string | null;
  /** a designer's file, for `--data` */
  toml: string;
  /** what it looks like at the start, a JSON object that the game defines */
  position: unknown | null;
  /** everything in the box that lies hidden at the start, where a game shows it */
  pieces: unknown[] | null;
  ground: Ground | null;
  /** of a position in the engine's memory */
  state_bytes: number;
  /** where in a position it says who acts, as one signed byte: -1 is chance, -2 the end */
  to_act_at: number;
  first_at: number[];
}

/** One version of a variant: it never changes. */
export interface VariantVersion {
  /** from 1 */
  number: number;
  /** milliseconds since 1970 */
  created: number;
  note: string;
  /** version of the game's rules that it was made for */
  rules: number;
  /** that differ from the rulebook's */
  options: Record<string, unknown>;
  /** numbers of players that it can be played with */
  seats: number[];
  /** newest first */
  reports: MeasuredReport[];
  /** newest first */
  measurements: Measurement[];
}

/** A variant as it stands on the shelf. */
export interface VariantInfo {
  id: string;
  game: string;
  name: string;
  about: string;
  emblem: Emblem;
  /** how its owner is called */
  owner: string;
  is_mine: boolean;
  is_public: boolean;
  /** milliseconds since 1970 */
  created: number;
  changed: number;
  /** how many there are; the last one is played */
  versions: number;
  /** tables that were made with it */
  plays: number;
  /** the variant that it was forked from */
  parent: string | null;
  parent_version: number | null;
  /** numbers of players of the last version */
  seats: number[];
}

/** A variant with all its versions. */
export interface Variant {
  info: VariantInfo;
  /** newest first */
  versions: VariantVersion[];
}

/** Variants, those that changed last first. */
export interface Shelf {
  variants: VariantInfo[];
  /** give it as `before` for more */
  next: number | null;
}

export type FromServer = Update | Welcome | Refused | Presence | Pong | Bye;

export type FromClient = Act | Undo | AnswerUndo | Resign | Seal | OpenNumber | Say | Fetch | Ping | Hello;

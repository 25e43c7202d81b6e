/** An analysis that is looked at: the tree of lines, where one stands in it, and what the server says of each place. */
import { look, type Analyse, type Analysed, type Hint, type Move } from "../net/api";
import { settings } from "../settings.svelte";
import { write, type Link, type Origin } from "./link";
import { Tree } from "./tree";

const MOST_NEXT = 24; // moves that are kept beside what was tried
const MOST_KEPT = 400; // positions that were seen; more are asked for again

export class Lines {
  tree = $state.raw(new Tree());
  at = $state(0);
  shown = $state.raw<Analysed | null>(null);
  /** What was shown before, where one step leads from it to what is shown. */
  before = $state.raw<Analysed | null>(null);
  /** What led from there to here. */
  moves = $state.raw<readonly Move[]>([]);
  eyes = $state("turn");
  origin = $state.raw<Origin>({});
  /** Everybody's chances to win, by node, as far as an engine has looked. */
  chances = $state.raw<ReadonlyMap<number, readonly number[]>>(new Map());
  #kept = new Map<string, Analysed>();
  #wanted = 0;

  constructor(readonly game: string) {}

  get isGiven(): boolean {
    return Boolean(this.origin.table || this.origin.lesson || this.origin.puzzle);
  }

  /**
   * Begin with what a link says; what the engine needs comes with it. The start is asked for by itself, in the same
   * words for every link, so that all that was kept of an analysis can be walked without a network.
   */
  async open(link: Link): Promise<Analysed> {
    this.origin = link.origin;
    this.eyes = link.eyes;
    const given = this.isGiven;
    const place = (moves: number): Promise<Analysed> => this.#ask({ ...this.#from(), ...(given ? { moves, line: link.line } : { line: link.line }) });
    const isStart = !link.line.length && (!given || link.moves === 0);
    const [first, there] = await Promise.all([this.#askStart(), isStart || (given && link.moves === null) ? null : place(link.moves ?? 0)]);
    let tree = Tree.of(first.log ?? [], true);
    let at = given ? (link.moves ?? tree.nodes.length - 1) : 0;
    const told = there ?? (at === 0 && isStart ? first : await place(at));
    for (const number of link.line) ({ tree, id: at } = tree.add(at, number, null));
    this.#begin(tree, at, told);
    if (link.line.length) void this.#name(link.line.length).catch(() => {}); // without a network moves are named when they are visited
    return first;
  }

  /** Begin with a record: its moves are the main line, and one stands at its end. */
  async openRecord(record: string): Promise<Analysed> {
    const told = await this.#ask({ game: this.game, record, eyes: "all", has_log: true, has_ground: true });
    this.origin = { position: told.start ?? undefined, seats: told.seats, options: told.options };
    if (told.start === null) delete this.origin.position;
    const tree = Tree.of(told.log ?? [], false);
    this.#begin(tree, tree.nodes.length - 1, told);
    await this.go(this.at);
    return told;
  }

  #begin(tree: Tree, at: number, told: Analysed): void {
    this.tree = tree;
    this.chances = new Map();
    this.#kept.clear();
    this.#show(at, told);
  }

  /** Moves of a linked variation are told by their numbers: ask for their words. */
  async #name(count: number): Promise<void> {
    const path = this.tree.path(this.at).slice(-count);
    const { line } = await this.#ask({ ...this.#from(), ...this.#question(this.at), has_line: true });
    path.forEach((id, at) => this.#rename(id, line?.at(at - count) ?? null));
  }

  /** How an engine expects play to go on from here, in words; none where the eyes may not know what it would take. */
  async foresee(numbers: readonly number[]): Promise<readonly Move[]> {
    const { moves, line } = this.#question(this.at);
    const told = await this.#ask({ ...this.#from(), moves, line: [...line!, ...numbers], has_line: true });
    const foreseen = (told.line ?? []).slice(-numbers.length);
    const unseen = foreseen.findIndex(({ action }) => action === null);
    return unseen < 0 ? foreseen : foreseen.slice(0, unseen);
  }

  /** Play several moves at once, as one variation, and stand at its end. */
  async follow(foreseen: readonly Move[]): Promise<void> {
    let { tree, at } = this;
    for (const move of foreseen) ({ tree, id: at } = tree.add(at, move.action!, move));
    this.tree = tree;
    await this.go(at);
  }

  /** Fetch all places of the tree, and what follows here, so that they are there without a network. Says how many. */
  async keep(): Promise<number> {
    const here = this.shown;
    await this.#askStart();
    // Asked for anew: what chance rolled came with another question.
    for (const { id } of this.tree.nodes) await this.#ask({ ...this.#from(), ...this.#question(id) });
    const next = here ? [...here.view.actions, ...here.outcomes].slice(0, MOST_NEXT) : [];
    const { moves, line } = this.#question(this.at);
    for (const { id } of next) await this.#ask({ ...this.#from(), moves, line: [...line!, id] });
    return this.tree.nodes.length + next.length;
  }

  #rename(id: number, move: Move | null): void {
    if (this.tree.at(id).move || !move) return;
    const nodes = this.tree.nodes.slice();
    nodes[id] = { ...nodes[id], move };
    this.tree = new Tree(nodes);
  }

  /** Show another place of the tree. */
  async go(id: number): Promise<void> {
    const ticket = ++this.#wanted;
    const told = await this.#fetch(id);
    if (ticket === this.#wanted) this.#show(id, told);
  }

  /** Play an action, or what chance does, where one stands. */
  async play(number: number, move: Move): Promise<void> {
    const { tree, id } = this.tree.add(this.at, number, move);
    const before = this.tree;
    this.tree = tree;
    try {
      await this.go(id);
    } catch (error) {
      if (this.tree === tree) this.tree = before;
      throw error;
    }
  }

  /** Let chance decide until a seat is to act. */
  async roll(): Promise<void> {
    const number = -1 - Math.floor(Math.random() * 2 ** 30);
    const ticket = ++this.#wanted;
    const told = await this.#ask({ ...this.#from(), ...this.#question(this.at), roll: number });
    if (ticket !== this.#wanted) return;
    let { tree, at } = this;
    for (const move of told.rolled) ({ tree, id: at } = tree.add(at, number, move));
    this.tree = tree;
    this.#show(at, told, told.rolled);
    // As a link asks for it, so that it is kept for when there is no network.
    if (navigator.serviceWorker?.controller) void this.#ask({ ...this.#from(), ...this.#question(at) }).catch(() => {});
  }

  forget(id: number): void {
    const { parent } = this.tree.at(id);
    const left = this.tree.remove(id);
    if (left === this.tree) return;
    this.tree = left;
    void this.go(parent);
  }

  async look(eyes: string): Promise<void> {
    this.eyes = eyes;
    this.#kept.clear();
    const told = await this.#ask({ ...this.#from(), ...this.#question(this.at), has_log: this.isGiven });
    // What the new eyes saw of the match stands in its line; what one played oneself one knows.
    if (told.log) this.tree = new Tree(this.tree.nodes.map((node) => (node.number === null && node.depth > 0 ? { ...node, move: told.log![node.depth - 1] } : node)));
    this.#show(this.at, told);
  }

  /** Everything is told anew, in another language. */
  async retell(): Promise<void> {
    this.#kept.clear();
    await this.go(this.at);
  }

  note(id: number, chances: readonly number[]): void {
    this.chances = new Map(this.chances).set(id, chances);
  }

  record = async (): Promise<string> => (await this.#ask({ ...this.#from(), ...this.#question(this.at), has_record: true })).record!;
  hint = (id: number): Promise<Hint> => look<Hint>("/analysis/hint", { ...this.#from(), ...this.#question(id), language: settings.language });

  get link(): string {
    const { moves, line } = this.tree.question(this.at);
    return write({ origin: this.origin, moves: this.isGiven ? moves : null, line, eyes: this.eyes });
  }

  #askStart = (): Promise<Analysed> => this.#ask({ ...this.#from(), moves: this.isGiven ? 0 : undefined, line: [], has_log: true, has_ground: true });

  #show(id: number, told: Analysed, moves?: readonly Move[]): void {
    const isStep = this.shown !== null && (moves !== undefined || this.tree.at(id).parent === this.at);
    this.before = isStep ? this.shown : null;
    this.moves = moves ?? (isStep && told.move ? [told.move] : []);
    this.at = id;
    this.shown = told;
    this.#keep(id, told);
    this.#rename(id, told.move);
  }

  async #fetch(id: number): Promise<Analysed> {
    return this.#kept.get(this.#key(id)) ?? this.#keep(id, await this.#ask({ ...this.#from(), ...this.#question(id) }));
  }

  #keep(id: number, told: Analysed): Analysed {
    if (this.#kept.size >= MOST_KEPT) this.#kept.delete(this.#kept.keys().next().value!);
    this.#kept.set(this.#key(id), told);
    return told;
  }

  #key = (id: number): string => `${id} ${this.eyes} ${settings.language}`;

  #question(id: number): Pick<Analyse, "moves" | "line"> {
    const { moves, line } = this.tree.question(id);
    return this.isGiven ? { moves, line } : { line };
  }

  #from(): Analyse {
    const { table, key, lesson, puzzle, position, seats, options } = this.origin;
    return { game: this.game, table, key, is_lesson: lesson ?? false, puzzle, position, seats: this.isGiven ? undefined : seats, options: options ?? {}, eyes: this.eyes === "turn" || this.eyes === "all" ? this.eyes : Number(this.eyes) };
  }

  #ask = (wish: Analyse): Promise<Analysed> => look<Analysed>("/analysis", { ...wish, language: settings.language });
}

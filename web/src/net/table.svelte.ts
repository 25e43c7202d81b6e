/**
 * One table over one WebSocket: what is known of it, and what can be asked of it. Connects again by itself and loses
 * nothing: requests keep their id until they are answered, and events that were missed come with the welcome.
 */
import type { ClockNow, Event, FromClient, FromServer, Move, Refused, TableInfo, UndoOffer, Update, View } from "./api";
import { PROTOCOL } from "./protocol";
import { keep, newNumber, recall, sealOf, witness } from "../dice/fair";
import { settings, type Language } from "../settings.svelte";

/** What a page shows at one moment. */
export interface Shown {
  view: View;
  before: unknown; // the position shown until now, null after a jump
  moves: readonly Move[];
}

export interface TableHooks {
  /** Milliseconds that the board needs to show an update. */
  pause(events: readonly Event[], before: unknown, after: unknown): number;
  /** The board begins to show an update. */
  onShow?(moves: readonly Move[], before: unknown, after: unknown): void;
  /** What is being shown is cut short. */
  onSkip?(): void;
  /** Words for the live region, and whatever else wants to know of events as they are shown. */
  onEvents?(events: readonly Event[]): void;
  onRefused?(refused: Refused): void;
}

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 8000;
const SILENCE_MS = 25_000; // then ask whether the server is there

export class LiveTable {
  table: TableInfo | null = $state.raw(null);
  shown: Shown | null = $state.raw(null);
  /** The view whose telling is over: scores, log and the end of the match wait for the board. */
  told: View | null = $state.raw(null);
  events: readonly Event[] = $state.raw([]);
  seats: readonly number[] = $state.raw([]); // ours
  presence: readonly boolean[] = $state.raw([]);
  warming: readonly boolean[] = $state.raw([]); // seats of bots that play simpler for now
  watchers = $state(0);
  clocks: { at: number; seats: readonly ClockNow[] } | null = $state.raw(null);
  undo: UndoOffer | null = $state.raw(null);
  undoable: readonly number[] = $state.raw([]); // seats that may take back, or ask to
  state: "connecting" | "open" | "lost" | "ended" = $state("connecting");
  /** Why the server ended it, or would not let us in. */
  problem: { code: string; message: string } | null = $state.raw(null);
  /** Of the words in `events`. */
  readonly language: Language = settings.language;
  /** An action is on its way. */
  isWaiting = $state(false);

  #socket: WebSocket | null = null;
  #step = 0;
  #hasHistory = false;
  #waiting = new Map<string, FromClient & { id: string }>();
  #queue: Update[] = [];
  #telling: readonly Event[] = []; // what the board is showing now
  #told: Update | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #retry: ReturnType<typeof setTimeout> | null = null;
  #alive: ReturnType<typeof setTimeout> | null = null;
  #tries = 0;
  #number = 0;
  #isClosed = false;
  readonly #own = Math.random().toString(36).slice(2, 10);

  constructor(
    readonly id: string,
    readonly hooks: TableHooks,
    readonly key: string | null = null,
    readonly token: string | null = null,
  ) {
    this.#connect();
    addEventListener("online", this.#hurry);
    document.addEventListener("visibilitychange", this.#hurry);
  }

  close(): void {
    this.#isClosed = true;
    removeEventListener("online", this.#hurry);
    document.removeEventListener("visibilitychange", this.#hurry);
    for (const timer of [this.#timer, this.#retry, this.#alive]) if (timer) clearTimeout(timer);
    this.#socket?.close();
  }

  act(action: number, seat: number | null): void {
    this.isWaiting = true;
    this.#request({ type: "act", id: this.#newId(), step: this.#step, action, seat });
  }
  takeBack(seat: number | null): void {
    this.#request({ type: "undo", id: this.#newId(), seat });
  }
  answerUndo(agree: boolean, seat: number | null): void {
    this.#request({ type: "answer_undo", id: this.#newId(), agree, seat });
  }
  resign(seat: number | null): void {
    this.#request({ type: "resign", id: this.#newId(), seat });
  }
  say(text: string): void {
    this.#request({ type: "say", id: this.#newId(), text });
  }

  /** Whether something is being shown that a click may cut short. */
  get isShowing(): boolean {
    return this.#timer !== null;
  }

  /** Show at once what waits. */
  skip(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.hooks.onSkip?.();
    this.#showNext();
  }

  #newId(): string {
    return `${this.#own}-${++this.#number}`;
  }

  #request(message: FromClient & { id: string }): void {
    this.#waiting.set(message.id, message);
    if (this.state === "open") this.#socket?.send(JSON.stringify(message));
  }

  #connect(): void {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/api/tables/${encodeURIComponent(this.id)}/play`);
    this.#socket = socket;
    socket.onopen = () => {
      const hello: FromClient = {
        type: "hello",
        protocol: PROTOCOL,
        since: this.#step,
        language: this.language,
        ...(this.key ? { key: this.key } : {}),
        ...(this.token ? { token: this.token } : {}),
      };
      socket.send(JSON.stringify(hello));
    };
    socket.onmessage = (message) => this.#receive(JSON.parse(message.data as string) as FromServer);
    socket.onclose = () => {
      if (this.#alive) clearTimeout(this.#alive);
      if (this.#socket !== socket || this.#isClosed || this.state === "ended") return;
      this.state = this.#hasHistory ? "lost" : "connecting";
      const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#tries++) * (0.7 + 0.6 * Math.random());
      this.#retry = setTimeout(() => this.#connect(), wait);
    };
  }

  /** Back online, or looked at again: do not wait any longer. */
  #hurry = (): void => {
    if (document.hidden || this.#isClosed || !this.#retry || this.state === "open" || this.state === "ended") return;
    if (this.#socket?.readyState === WebSocket.CONNECTING) return;
    clearTimeout(this.#retry);
    this.#retry = null;
    this.#connect();
  };

  #listen(): void {
    if (this.#alive) clearTimeout(this.#alive);
    this.#alive = setTimeout(() => {
      this.#socket?.send(JSON.stringify({ type: "ping" }));
      this.#alive = setTimeout(() => this.#socket?.close(), SILENCE_MS / 3);
    }, SILENCE_MS);
  }

  #receive(message: FromServer): void {
    if (this.#isClosed) return; // the page is gone, and this was on its way
    this.#listen();
    if (message.type === "welcome") {
      this.seats = message.seats;
      this.state = "open";
      this.problem = null;
      this.#tries = 0;
      this.#take(message.update);
      for (const waiting of this.#waiting.values()) this.#socket?.send(JSON.stringify(waiting));
    } else if (message.type === "update") {
      this.#take(message);
    } else if (message.type === "refused") {
      const asked = message.id ? this.#waiting.get(message.id) : undefined;
      if (message.id) this.#waiting.delete(message.id);
      this.isWaiting = false;
      if (message.now) this.#take(message.now);
      // Who was too late to add a number need not be told: the match begins without it, and its record says so.
      if (asked?.type !== "seal" && asked?.type !== "open") this.hooks.onRefused?.(message);
    } else if (message.type === "presence") {
      this.presence = message.seats;
      this.warming = message.warming;
      this.watchers = message.watchers;
    } else if (message.type === "bye") {
      this.problem = { code: message.code, message: message.message };
      if (["person/unknown", "seat/denied", "table/unknown", "table/denied", "table/rules", "server/origin"].includes(message.code)) {
        this.state = "ended";
      }
    }
  }

  #take(update: Update): void {
    if (update.ack) {
      this.#waiting.delete(update.ack);
      this.isWaiting = false;
    }
    const fresh = (update.events ?? []).filter((event) => event.step >= this.#step);
    if (fresh.length && fresh[0].step > this.#step) {
      this.#socket?.send(JSON.stringify({ type: "fetch", since: this.#step }));
      return;
    }
    if (update.step < this.#step) return; // older than what we have
    const known = fresh.length ? fresh[fresh.length - 1].step + 1 : this.#step;
    this.#step = update.has_more ? known : update.step;
    if (update.table) {
      this.warming = update.table.seats.map((seat) => seat.is_warming);
      this.#mix(update.table);
    }
    if (update.has_more) this.#socket?.send(JSON.stringify({ type: "fetch", since: this.#step }));
    witness(this.id, { ...update, events: fresh });
    if (update.clocks) this.clocks = { at: performance.now(), seats: update.clocks };
    this.#queue.push({ ...update, events: fresh });
    if (!this.#hasHistory || this.#queue.length > 12 || document.hidden) this.#catchUp();
    else if (this.#timer === null) this.#showNext();
  }

  /** Add our numbers to the dice: sealed as soon as we sit, opened when all are asked to. */
  #mix(table: TableInfo): void {
    if (table.status !== "open" || !table.is_mixed) return;
    for (const seat of this.seats) {
      const { kind, seal, number } = table.seats[seat];
      const isAsked = [...this.#waiting.values()].some((one) => (one.type === "seal" || one.type === "open") && one.seat === seat);
      if (kind !== "person" || number || isAsked) continue;
      if (!seal && !table.is_called) {
        const fresh = newNumber();
        const kept = recall(table.id);
        if (kept?.seals.length) continue; // ours was open already: another one would be another roll
        keep(table.id, { commitment: table.commitment, numbers: { ...kept?.numbers, [seat]: fresh }, seals: [] });
        this.#request({ type: "seal", id: this.#newId(), seat, seal: sealOf(fresh) });
      } else if (seal && table.is_called) {
        const kept = recall(table.id);
        const own = kept?.numbers[seat];
        if (!kept || !own || sealOf(own) !== seal || kept.commitment !== table.commitment) continue; // sealed elsewhere
        keep(table.id, { ...kept, seals: table.seats.map((info) => info.seal) });
        this.#request({ type: "open", id: this.#newId(), seat, number: own });
      }
    }
  }

  /** Show what is now, without what led to it. */
  #catchUp(): void {
    const events = this.#queue.flatMap((update) => update.events ?? []);
    const last = this.#queue.findLast((update) => update.view);
    if (this.#told) this.#showTable(this.#told);
    this.#told = null;
    for (const update of this.#queue) this.#showTable(update);
    this.#queue = [];
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.events = [...this.events, ...this.#telling, ...events];
    this.#telling = [];
    if (last?.view) this.shown = { view: last.view, before: null, moves: [] };
    this.told = this.shown?.view ?? null;
    if (!this.#hasHistory) this.#hasHistory = true;
    else if (events.length) this.hooks.onEvents?.(events);
  }

  /** Seats, status and offers change together with what is shown, not before. */
  #showTable(update: Update): void {
    if (update.table) this.table = update.table;
    this.undo = update.undo ?? null;
    this.undoable = update.undoable ?? [];
  }

  #showNext(): void {
    this.#finishTelling();
    const update = this.#queue.shift();
    if (!update) return;
    const events = update.events ?? [];
    const before = this.shown?.view.position ?? null;
    if (update.view) {
      const hasMoved = events.some((event) => event.kind === "played");
      this.shown = {
        view: update.view,
        before: hasMoved ? before : null,
        moves: events.flatMap((event) => event.moves ?? []),
      };
    }
    this.#telling = events;
    this.#told = update;
    if (update.view) this.hooks.onShow?.(this.shown!.moves, this.shown!.before, update.view.position);
    const pause = update.view ? this.hooks.pause(events, before, update.view.position) : 0;
    if (pause > 0) {
      this.#timer = setTimeout(() => {
        this.#timer = null;
        this.#showNext();
      }, pause);
    } else this.#showNext();
  }

  /** The board has shown it: now the words and the scores. */
  #finishTelling(): void {
    const events = this.#telling;
    this.#telling = [];
    if (this.#told) this.#showTable(this.#told);
    this.#told = null;
    this.told = this.shown?.view ?? null;
    if (!events.length) return;
    this.events = [...this.events, ...events];
    this.hooks.onEvents?.(events);
  }
}

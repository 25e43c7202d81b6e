/** A tree of lines: a match or a position, and everything that was tried from it. Nodes are never changed in place. */
import type { Move } from "../net/api";

export interface Branch {
  id: number;
  parent: number; // NONE: the start
  /** What is played to come here, as the server is asked; null: it is an entry of the match that was given. */
  number: number | null;
  move: Move | null; // as it is shown; none at the start
  depth: number;
  children: readonly number[]; // the main line first
}

export const NONE = -1;

export class Tree {
  readonly nodes: readonly Branch[];

  constructor(nodes: readonly Branch[] = [{ id: 0, parent: NONE, number: null, move: null, depth: 0, children: [] }]) {
    this.nodes = nodes;
  }

  /** A match that was played, or a line of moves that are known by their numbers. */
  static of(log: readonly Move[], isGiven: boolean): Tree {
    let tree = new Tree();
    for (const move of log) tree = tree.add(tree.nodes.length - 1, isGiven ? null : move.action!, move).tree;
    return tree;
  }

  at(id: number): Branch {
    return this.nodes[id];
  }

  /** Play on from a node: where that was tried before it leads there, else to a new branch. */
  add(from: number, number: number | null, move: Move | null): { tree: Tree; id: number } {
    const parent = this.at(from);
    const known = parent.children.find((child) => this.#isSame(this.at(child), number, move));
    if (known !== undefined) return { tree: this, id: known };
    const id = this.nodes.length;
    const nodes = this.nodes.slice();
    nodes[from] = { ...parent, children: [...parent.children, id] };
    nodes.push({ id, parent: from, number, move, depth: parent.depth + 1, children: [] });
    return { tree: new Tree(nodes), id };
  }

  /** Without a node and all that follows it; entries of a given match stay. */
  remove(id: number): Tree {
    const { parent, number } = this.at(id);
    if (parent === NONE || number === null) return this;
    const nodes = this.nodes.slice();
    nodes[parent] = { ...nodes[parent], children: nodes[parent].children.filter((child) => child !== id) };
    return new Tree(nodes);
  }

  /** The nodes from the start to one, itself included. */
  path(id: number): number[] {
    const found: number[] = [];
    for (let at = id; at !== NONE; at = this.at(at).parent) found.unshift(at);
    return found;
  }

  /** How the server is asked for a node: so many entries of the given match, and what is played from there on. */
  question(id: number): { moves: number; line: number[] } {
    const line: number[] = [];
    let at = id;
    while (this.at(at).parent !== NONE && this.at(at).number !== null) {
      line.unshift(this.at(at).number!);
      at = this.at(at).parent;
    }
    return { moves: this.at(at).depth, line };
  }

  /** The last node of the line that goes on from one. */
  end(id: number): number {
    let at = id;
    while (this.at(at).children.length) at = this.at(at).children[0];
    return at;
  }

  /** The other variation above or below, at the nearest fork on the way to a node. */
  beside(id: number, way: 1 | -1): number {
    for (let at = id; this.at(at).parent !== NONE; at = this.at(at).parent) {
      const all = this.at(this.at(at).parent).children;
      if (all.length > 1) return all[(all.indexOf(at) + way + all.length) % all.length];
    }
    return id;
  }

  #isSame(child: Branch, number: number | null, move: Move | null): boolean {
    if (number === null || number < 0) return child.number === number;
    return child.number === number || (child.number === null && child.move?.action === number && child.move.actor === move?.actor);
  }
}

/** One line as it is written: a run of moves, and after each of them the lines that leave it. */
export interface Row {
  moves: { id: number; beside: Row[] }[];
}

/** The line that goes on from a node, with all variations. */
export function rowFrom(tree: Tree, first: number): Row {
  const moves: Row["moves"] = [];
  let at: number | undefined = first;
  while (at !== undefined) {
    const parent = tree.at(at).parent;
    const rivals = parent === NONE || moves.length === 0 ? [] : tree.at(parent).children.slice(1);
    moves.push({ id: at, beside: rivals.map((rival) => rowFrom(tree, rival)) });
    at = tree.at(at).children[0];
  }
  return { moves };
}

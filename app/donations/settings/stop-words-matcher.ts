import { isEdge, type Unit } from './stop-words-text.ts';

/** A stop word: the possible letters of each place, as bits. */
export interface Pattern {
  readonly letters: readonly number[];
  /** `word*`: also everything that starts so. */
  readonly isPrefix: boolean;
}

/** The transitions of one sign for every place of every word, as bits. */
interface Moves {
  /** The sign is the letter of the next place. */
  readonly on: Uint32Array;
  /** The sign repeats the letter of this place. */
  readonly stay: Uint32Array;
}

/** A word written in one (`х.у.й` too), or with every letter set apart (`х у й`). */
const ways = ['joined', 'spaced'] as const;
type Way = (typeof ways)[number];

const canFollow = (unit: Pick<Unit, 'gap'>, way: Way) =>
  way === 'spaced' ? unit.gap !== 'none' : unit.gap !== 'space';

function setBit(bits: Uint32Array, at: number): void {
  bits[at >>> 5] = (bits[at >>> 5] ?? 0) | (1 << (at & 31));
}

/**
 * All words as one automaton whose states are the places of all words, stored as bits: a sign moves all states at once. A pass from the end
 * finds the states that lead to a complete word, and a pass from the front follows only those, so that the work is linear in the text's
 * length for any text and words.
 */
export class StopWordsMatcher {
  readonly #patterns: readonly Pattern[];
  readonly #width: number;
  readonly #firsts: Uint32Array;
  readonly #lasts: Uint32Array;
  readonly #prefixLasts: Uint32Array;
  readonly #moves = new Map<number, Moves>();
  #steps = 0;

  constructor(patterns: readonly Pattern[]) {
    this.#patterns = patterns;
    const places = patterns.reduce((sum, { letters }) => sum + letters.length, 0);
    this.#width = Math.ceil(places / 32);
    this.#firsts = this.#empty();
    this.#lasts = this.#empty();
    this.#prefixLasts = this.#empty();
    let at = 0;
    for (const { letters, isPrefix } of patterns) {
      setBit(this.#firsts, at);
      at += letters.length;
      setBit(this.#lasts, at - 1);
      if (isPrefix) setBit(this.#prefixLasts, at - 1);
    }
  }

  /** How many machine words were processed so far. */
  get steps(): number {
    return this.#steps;
  }

  /** The words found from the left, the longest at each place, as pairs of units: the first one and the one after the last. */
  find(units: readonly Unit[]): (readonly [first: number, end: number])[] {
    if (this.#patterns.length === 0) return [];
    const joined = this.#completing(units, 'joined');
    const spaced = this.#completing(units, 'spaced');
    const wordEnds = wordEndsOf(units);
    const found: (readonly [number, number])[] = [];
    for (let first = 0; first < units.length; first += 1) {
      if (units[first]?.letters === 0 || !isEdge(units, first)) continue;
      const scene = { units, first, wordEnds };
      const end = Math.max(this.#follow(scene, 'joined', joined), this.#follow(scene, 'spaced', spaced));
      if (end === -1) continue;
      found.push([first, end]);
      first = end - 1;
    }
    return found;
  }

  #empty(): Uint32Array {
    return new Uint32Array(this.#width);
  }

  #movesOf(sign: number): Moves {
    const known = this.#moves.get(sign);
    if (known) return known;
    const moves = { on: this.#empty(), stay: this.#empty() };
    let at = 0;
    for (const { letters } of this.#patterns)
      for (const [place, letter] of letters.entries()) {
        if ((letter & sign) !== 0) setBit(moves.stay, at);
        if (((letters[place + 1] ?? 0) & sign) !== 0) setBit(moves.on, at);
        at += 1;
      }
    this.#moves.set(sign, moves);
    return moves;
  }

  /** Before each unit and after the last one: the states that lead to a complete word. */
  #completing(units: readonly Unit[], way: Way): Uint32Array {
    const width = this.#width;
    const all = new Uint32Array(width * (units.length + 1));
    if (way === 'joined') all.set(this.#lasts, width * units.length);
    for (let at = units.length - 1; at >= 0; at -= 1) {
      const unit = units[at];
      const letters = unit !== undefined && canFollow(unit, way) ? unit.letters : 0;
      const isFollowing = letters !== 0;
      if (way === 'joined') {
        // A word that cannot continue may end here.
        const ending = isEdge(units, at) ? this.#lasts : this.#prefixLasts;
        if (isFollowing) this.#joinedBefore(all, at, this.#movesOf(letters), ending);
        else all.set(ending, width * at);
      } else if (isFollowing) {
        this.#spacedBefore(all, at, this.#movesOf(letters), isEdge(units, at + 1) ? this.#lasts : this.#prefixLasts);
      }
    }
    return all;
  }

  #joinedBefore(all: Uint32Array, at: number, { on, stay }: Moves, ending: Uint32Array): void {
    const width = this.#width;
    const before = at * this.#width;
    const after = (at + 1) * this.#width;
    this.#steps += width;
    let above = 0;
    for (let word = width - 1; word >= 0; word -= 1) {
      const next = all[after + word] ?? 0;
      const moved = on[word] ?? 0;
      const held = stay[word] ?? 0;
      const shifted = (next >>> 1) | (above << 31);
      above = next;
      all[before + word] = (moved & shifted) | (~moved & held & next) | ((ending[word] ?? 0) & ~held);
    }
  }

  #spacedBefore(all: Uint32Array, at: number, { on, stay }: Moves, ending: Uint32Array): void {
    const width = this.#width;
    const before = at * this.#width;
    const after = (at + 1) * this.#width;
    this.#steps += width;
    let above = 0;
    for (let word = width - 1; word >= 0; word -= 1) {
      const moved = on[word] ?? 0;
      const next = (all[after + word] ?? 0) | (ending[word] ?? 0);
      const shifted = (next >>> 1) | (above << 31);
      above = next;
      const held = ~moved & (stay[word] ?? 0) & ~(this.#lasts[word] ?? 0);
      all[before + word] = (moved & shifted) | (held & next);
    }
  }

  /** The unit after the longest word that starts at `first`, or -1. */
  #follow(scene: Scene, way: Way, completing: Uint32Array): number {
    const { units, first } = scene;
    const begun = this.#movesOf(units[first]?.letters ?? 0).stay;
    const goal = (first + 1) * this.#width;
    const states = this.#empty();
    let isAlive = 0;
    this.#steps += this.#width;
    for (let word = 0; word < this.#width; word += 1) {
      const state = (this.#firsts[word] ?? 0) & (begun[word] ?? 0) & (completing[goal + word] ?? 0);
      states[word] = state;
      isAlive |= state;
    }
    let end = -1;
    for (let at = first + 1; isAlive !== 0; at += 1) {
      const unit = units[at];
      const sign = unit !== undefined && canFollow(unit, way) ? unit.letters : 0;
      const ended = this.#move(states, sign, { way, completing, after: at + 1, isNextEdge: isEdge(units, at + 1) });
      const place = way === 'joined' ? at : at + 1;
      if (ended.word) end = Math.max(end, place);
      if (ended.prefix) end = Math.max(end, prefixEnd(scene, place));
      isAlive = ended.alive;
    }
    return end;
  }

  /** Moves all states by a sign. Returns which kinds of words ended: joined ones before it, spaced ones with it. */
  #move(states: Uint32Array, sign: number, { way, completing, after, isNextEdge }: Move) {
    const { on, stay } = this.#movesOf(sign);
    const width = this.#width;
    const goal = after * this.#width;
    const isJoined = way === 'joined';
    let word = 0;
    let prefix = 0;
    let alive = 0;
    let carried = 0;
    this.#steps += width;
    for (let place = 0; place < width; place += 1) {
      const state = states[place] ?? 0;
      const last = this.#lasts[place] ?? 0;
      const asPrefix = this.#prefixLasts[place] ?? 0;
      const moved = on[place] ?? 0;
      const held = stay[place] ?? 0;
      const isOn = state & moved;
      const next = (isOn << 1) | carried | (state & ~moved & held);
      carried = isOn >>> 31;
      const ended = isJoined ? state & last & ~held : next & last & (isNextEdge ? -1 : asPrefix);
      word |= ended & ~asPrefix;
      prefix |= ended & asPrefix;
      const left = next & (completing[goal + place] ?? 0) & (isJoined ? -1 : ~last);
      states[place] = left;
      alive |= left;
    }
    return { word: word !== 0, prefix: prefix !== 0, alive };
  }
}

/** The move by a sign to the states that lead to a complete word `after` it. */
interface Move {
  readonly way: Way;
  readonly completing: Uint32Array;
  readonly after: number;
  readonly isNextEdge: boolean;
}

interface Scene {
  readonly units: readonly Unit[];
  readonly first: number;
  readonly wordEnds: WordEnds;
}

interface WordEnds {
  /** By unit: the end of the letters that are written together with it. */
  readonly plain: Int32Array;
  /** The same across marks. */
  readonly marked: Int32Array;
  /** How many units up to this one follow marks. */
  readonly marks: Int32Array;
}

function wordEndsOf(units: readonly Unit[]): WordEnds {
  const size = units.length + 1;
  const plain = new Int32Array(size);
  const marked = new Int32Array(size);
  const marks = new Int32Array(size);
  plain[units.length] = units.length;
  marked[units.length] = units.length;
  for (let at = units.length - 1; at >= 0; at -= 1) {
    const gap = units[at]?.gap;
    plain[at] = gap === 'none' ? (plain[at + 1] ?? at) : at;
    marked[at] = gap === 'space' ? at : (marked[at + 1] ?? at);
  }
  for (const [at, { gap }] of units.entries()) marks[at + 1] = (marks[at] ?? 0) + Number(gap === 'marks');
  return { plain, marked, marks };
}

/** The end of a word that matches a prefix: across marks where it already contains some. */
function prefixEnd({ first, wordEnds: { plain, marked, marks } }: Scene, at: number): number {
  const isMarked = (marks[at] ?? 0) > (marks[first + 1] ?? 0);
  return (isMarked ? marked[at] : plain[at]) ?? at;
}

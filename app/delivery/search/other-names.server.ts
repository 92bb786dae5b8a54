import type { Place } from './gazetteer.server.ts';
import { kindsOf, wordsOf } from './place-words.ts';

/** Shorter words begin the names of too many places. */
const fewestLetters = 4;

const mostNames = 12;

const withoutKinds = (name: string) =>
  name.split(/[\s/-]+/).filter((word) => word !== '' && kindsOf(word).length === 0);

const soundOf = (word: string) => wordsOf(word).join('');

/** Pairs the words of a place's names in the order in which they stand; a name of other words has no pairs. */
function pairsOf({ names }: Place): (readonly [word: string, other: string])[] {
  const written = Object.values(names).map(withoutKinds);
  return written.flatMap((words) =>
    written.flatMap((others) =>
      words.length === others.length
        ? words.flatMap((word, at) => (others[at] === word ? [] : [[word, others[at] ?? ''] as const]))
        : [],
    ),
  );
}

/** Returns the words of the same places in the other languages of a country, for a typed word that may be a beginning: `Toshk`, `Qoʻqon`. */
export function createOtherNames(places: readonly Place[]): (typed: string) => readonly string[] {
  const known = new Map<string, Set<string>>();
  for (const [word, other] of places.flatMap(pairsOf)) {
    const sound = soundOf(word);
    known.set(sound, (known.get(sound) ?? new Set()).add(other));
  }
  return (typed) => {
    const sound = soundOf(typed);
    if (sound.length < fewestLetters) return [];
    const found = [...known].flatMap(([word, others]) => (word.startsWith(sound) ? [...others] : []));
    return [...new Set(found)].slice(0, mostNames);
  };
}

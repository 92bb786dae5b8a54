import { withoutNothing } from '#base/text/clean-text.ts';
import { latinOf } from '#base/text/latin-letters.ts';

/** Spellings of one sound, so that a text typed by ear or in the other script is found. */
const sounds: readonly (readonly [RegExp, string])[] = [
  [/['ʻʼ‘’`´]/g, ''],
  [/kh|x/g, 'h'],
  [/gh/g, 'g'],
  [/zh|dj/g, 'j'],
  [/q/g, 'k'],
  [/w/g, 'v'],
  [/ts/g, 'c'],
  [/sch|shch/g, 'sh'],
  [/yo|ye/g, 'e'],
  [/y(?![au])/g, 'i'],
  [/(.)\1/g, '$1'],
];

/** Words for kinds of places, such as «улица»: they do not identify a place. */
const kinds = new Set(
  [
    'улица ул проспект пр просп пркт площадь пл переулок пер проезд тупик шоссе бульвар б-р кольцевая дорога',
    'город г гор поселок пос село с кишлак махалля массив м-в микрорайон мкр мкрн квартал кв район р-н область обл',
    'метро станция ст м вокзал дом д корпус к строение',
    'kocha kochasi koʻchasi shoh shohkochasi prospekt prospekti maydon maydoni shahri shahar tumani tuman viloyati viloyat',
    'mahalla mahallasi massivi daha dahasi metro bekati street str st avenue ave square sq district region station uy',
    'көшесі даңғылы ауданы облысы қаласы',
  ]
    .join(' ')
    .split(' ')
    .map(fold),
);

/** A word reduced to its sound in plain Latin letters; street numbers stay unchanged. */
function fold(word: string): string {
  if (/^\d/.test(word)) return word.toLowerCase();
  const latin = latinOf(word.toLowerCase().normalize('NFC'));
  return sounds.reduce((text, [written, sound]) => text.replace(written, sound), latin);
}

function foldedWords(text: string): string[] {
  return withoutNothing(text)
    .split(/[^\p{L}\p{N}'ʻʼ‘’`´/-]+/u)
    .flatMap((word) => (/\d/.test(word) ? [word] : word.split(/[-/]+/)))
    .map(fold)
    .filter(Boolean);
}

/** The words of a text that only name the kind of a place: «улица», «площадь». */
export function kindsOf(text: string): string[] {
  return foldedWords(text).filter((word) => kinds.has(word));
}

/** The words of a text reduced to their sound, without words for kinds unless there are no others. */
export function wordsOf(text: string): string[] {
  const words = foldedWords(text);
  const names = words.filter((word) => !kinds.has(word));
  return names.length > 0 ? names : words;
}

/** The edit distance of two words, swapped neighbours counting as one edit; stops counting above `limit`. */
function editDistance(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) > limit) return limit + 1;
  let last: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      let least = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        least = Math.min(least, (last[j - 2] ?? 0) + 1);
      }
      next.push(least);
    }
    if (Math.min(...next) > limit) return limit + 1;
    last = row;
    row = next;
  }
  return row[other.length] ?? limit + 1;
}

function editsAllowed(length: number): number {
  if (length < 4) return 0;
  return length < 7 ? 1 : 2;
}

/** How well a typed word matches a word of a name, both from `wordsOf`: 1 equal, 0 not at all. */
export function likeness(typed: string, word: string): number {
  if (typed === word) return 1;
  if (/\d/.test(typed) || /\d/.test(word)) return 0;
  if (word.startsWith(typed)) return 0.75 + 0.2 * (typed.length / word.length);
  const limit = editsAllowed(typed.length);
  if (limit === 0) return 0;
  const whole = editDistance(typed, word, limit);
  if (whole <= limit) return 0.8 - 0.15 * whole;
  // The beginning of a word with a typing error.
  if (typed.length > 4 && word.length > typed.length) {
    const begun = editDistance(typed, word.slice(0, typed.length), 1);
    if (begun <= 1) return 0.5;
  }
  return 0;
}

import { readFileSync } from 'node:fs';
import type { CountryProfile } from '#app/country.ts';

const kinds = ['province', 'area', 'locality', 'district', 'street', 'metro', 'airport', 'railway', 'other'] as const;

/** The kind of a place, as named by the public geocoder format. */
type PlaceKind = (typeof kinds)[number];

/** The name of a place in each language. */
type Names = Readonly<Record<'ru' | 'uz' | 'en', string>>;

/** A place of the gazetteer. */
export interface Place {
  readonly kind: PlaceKind;
  readonly names: Names;
  /** Longitude, latitude in degrees. */
  readonly at: readonly [longitude: number, latitude: number];
  /** The containing places, from the innermost out. */
  readonly within: readonly Names[];
}

function isKind(word: string): word is PlaceKind {
  return kinds.some((kind) => kind === word);
}

/** Parses a line `depth kind|ru|uz|longitude|latitude|en`. The depth is dots: the place lies in the last line above with fewer. */
function readLine(line: string, number: number) {
  const [start = '', ru = '', uz = '', longitude = '', latitude = '', en = ''] = line.split('|');
  const depth = /^\.*/.exec(start)?.[0].length ?? 0;
  const kind = start.slice(depth);
  const at = [Number(longitude), Number(latitude)] as const;
  if (!isKind(kind) || ru === '' || uz === '' || !at.every((degrees) => Number.isFinite(degrees) && degrees !== 0)) {
    throw new Error(`line ${number} of the gazetteer is wrong: ${line}`);
  }
  return { depth, kind, names: { ru, uz, en: en || uz }, at };
}

function readPlaces(text: string): Place[] {
  const above: Names[] = [];
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '' || line.startsWith('#')) return [];
    const { depth, ...place } = readLine(line, index + 1);
    above.length = depth;
    const within = above.toReversed();
    above.push(place.names);
    return [{ ...place, within }];
  });
}

/** The places of a country from gazetteer/<code>.txt. */
export function readGazetteer({ code }: CountryProfile): readonly Place[] {
  return readPlaces(readFileSync(new URL(`gazetteer/${code}.txt`, import.meta.url), 'utf8'));
}

import type { CountryProfile } from '#app/country.ts';
import type { CallInput, CallResult } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import type { deliveryCalls } from '../delivery.calls.ts';
import { type Place, readGazetteer } from './gazetteer.server.ts';
import { kindsOf, likeness, wordsOf } from './place-words.ts';

type Query = CallInput<typeof deliveryCalls.searchPlaces>['query'];
type Found = CallResult<typeof deliveryCalls.searchPlaces>;
type Feature = Found['features'][number];
type Box = CountryProfile['bbox'];
type Language = 'ru' | 'uz' | 'en';

const corner = String.raw`(-?\d{1,3}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)`;
const boxPattern = new RegExp(`^${corner}~${corner}$`);

/** Parses `west,south~east,north` and limits it to the country's box; 400 if it is not a box. */
function readBox(text: string | undefined, [west, south, east, north]: Box): Box {
  if (text === undefined) return [west, south, east, north];
  const [w, s, e, n] = boxPattern.exec(text)?.slice(1).map(Number) ?? [];
  if (w === undefined || s === undefined || e === undefined || n === undefined || w > e || s > n) {
    throw failures.validationFailed({ fields: { bbox: 'Ожидается «запад,юг~восток,север» в градусах' } });
  }
  return [Math.max(w, west), Math.max(s, south), Math.min(e, east), Math.min(n, north)];
}

function isWithin([longitude, latitude]: Place['at'], [west, south, east, north]: Box): boolean {
  return longitude >= west && longitude <= east && latitude >= south && latitude <= north;
}

interface Known {
  readonly place: Place;
  readonly own: readonly string[];
  readonly kinds: readonly string[];
  readonly around: readonly string[];
}

const unique = (words: readonly string[]) => [...new Set(words)];

function knownOf(place: Place): Known {
  const names = Object.values(place.names);
  const own = unique(names.flatMap(wordsOf));
  const kinds = unique(names.flatMap(kindsOf));
  return { place, own, kinds, around: unique(place.within.flatMap((names) => Object.values(names)).flatMap(wordsOf)) };
}

const streetNumberPattern = /^\d{1,4}([a-zа-я]|[/-]\d{1,3}[a-zа-я]?)?$/u;

/** Among places of one name the larger kind ranks higher. */
const weight: Readonly<Record<Place['kind'], number>> = {
  province: 0.06,
  locality: 0.08,
  area: 0.03,
  district: 0.04,
  street: 0.02,
  metro: 0.03,
  airport: 0.02,
  railway: 0.02,
  other: 0,
};

type Likeness = (typed: string, words: readonly string[]) => number;

/** Caches the likeness of words during one search: names share most of their words. */
function likenessOfSearch(): Likeness {
  const seen = new Map<string, Map<string, number>>();
  return (typed, words) => {
    const known = seen.get(typed) ?? new Map<string, number>();
    seen.set(typed, known);
    let best = 0;
    for (const word of words) {
      const like = known.get(word) ?? likeness(typed, word);
      known.set(word, like);
      best = Math.max(best, like);
    }
    return best;
  };
}

/** One typed word may be missing in a place, but not most of them. */
const strangersAllowed = (words: number) => Math.floor(words / 2);

/** How well a place matches the typed words (0: not at all), and the street number that was typed for it. */
function meet({ place, own, around }: Known, typed: readonly string[], like: Likeness) {
  let score = 0;
  let ownScore = 0;
  let strangers = 0;
  let streetNumber: string | null = null;
  for (const word of typed) {
    const here = like(word, own);
    const there = like(word, around) * 0.6;
    ownScore += here;
    score += Math.max(here, there);
    if (Math.max(here, there) > 0) continue;
    if (streetNumber === null && streetNumberPattern.test(word)) {
      streetNumber = word;
      score += place.kind === 'street' ? 0.5 : 0.1;
    } else strangers += 1;
  }
  if (ownScore === 0 || strangers > strangersAllowed(typed.length)) return { score: 0, streetNumber };
  // For «Навои» the street of that name ranks above streets with other words in their names.
  const covered = own.filter((word) => typed.some((one) => like(one, [word]) > 0)).length / own.length;
  return { score: score / typed.length + 0.1 * covered + weight[place.kind], streetNumber };
}

/** The containing places, from the country down; a city that is also a region is named once. */
function surroundings(place: Place, country: string, language: Language): string {
  const around = place.within.filter(({ ru }) => !ru.startsWith('город '));
  return [country, ...around.map((names) => names[language]).toReversed()].join(', ');
}

function featureOf(place: Place, streetNumber: string | null, country: string, language: Language): Feature {
  const hasStreetNumber = place.kind === 'street' && streetNumber !== null;
  const name = hasStreetNumber ? `${place.names[language]}, ${streetNumber}` : place.names[language];
  const description = surroundings(place, country, language);
  const isPoint = ['metro', 'airport', 'railway', 'other'].includes(place.kind);
  const precision = isPoint ? 'exact' : place.kind === 'street' ? 'street' : 'other';
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [...place.at] },
    properties: {
      name,
      description,
      GeocoderMetaData: { kind: place.kind, text: `${description}, ${name}`, precision },
    },
  };
}

function languageOf(lang: string): Language {
  const start = lang.slice(0, 2).toLowerCase();
  return start === 'uz' || start === 'en' ? start : 'ru';
}

const countryNames: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  uz: { ru: 'Узбекистан', uz: 'Oʻzbekiston', en: 'Uzbekistan' },
  kz: { ru: 'Казахстан', uz: 'Qozogʻiston', en: 'Kazakhstan' },
};

/** Creates the search over a country's gazetteer; input and output have the public geocoder format (docs/rules.md#delivery). */
export function createPlaceSearch(country: CountryProfile, places = readGazetteer(country)): (query: Query) => Found {
  const known = places.map(knownOf);
  return ({ text, bbox, results, lang }) => {
    const box = readBox(bbox, country.bbox);
    const typed = unique(wordsOf(text)).slice(0, 12);
    const typedKinds = kindsOf(text);
    const language = languageOf(lang);
    const like = likenessOfSearch();
    const met = known
      .filter(({ place }) => isWithin(place.at, box))
      .map((one) => {
        const isKind = one.kinds.some((kind) => typedKinds.includes(kind));
        const met = meet(one, typed, like);
        return {
          place: one.place,
          streetNumber: met.streetNumber,
          score: met.score === 0 ? 0 : met.score + (isKind ? 0.08 : 0),
        };
      })
      .filter(({ score }) => score > 0)
      .sort((one, other) => other.score - one.score)
      .slice(0, results)
      // Matches far worse than the best one are dropped.
      .filter(({ score }, _, [best]) => score >= (best?.score ?? 0) * 0.7);
    const countryName = countryNames[country.code]?.[language] ?? country.name;
    const features = met.map(({ place, streetNumber }) => featureOf(place, streetNumber, countryName, language));
    return {
      type: 'FeatureCollection',
      properties: { ResponseMetaData: { SearchResponse: { found: features.length, display: 'multiple' } } },
      features,
    };
  };
}

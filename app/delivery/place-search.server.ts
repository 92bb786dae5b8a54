import type { CountryProfile } from '#app/country.ts';
import type { CallInput, CallResult } from '#base/call.ts';
import { failures } from '#base/errors.ts';
import type { deliveryCalls } from './delivery.calls.ts';
import { type Place, readGazetteer } from './gazetteer.server.ts';
import { kindsOf, likeness, wordsOf } from './place-words.ts';

type Query = CallInput<typeof deliveryCalls.searchPlaces>['query'];
type Found = CallResult<typeof deliveryCalls.searchPlaces>;
type Feature = Found['features'][number];
type Box = CountryProfile['bbox'];
type Language = 'ru' | 'uz' | 'en';

const corner = String.raw`(-?\d{1,3}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)`;
const boxPattern = new RegExp(`^${corner}~${corner}$`);

/** `west,south~east,north` within the country's own box; 400 where it is no box. */
function readBox(text: string | undefined, [west, south, east, north]: Box): Box {
  if (text === undefined) return [west, south, east, north];
  const [w, s, e, n] = boxPattern.exec(text)?.slice(1).map(Number) ?? [];
  if (w === undefined || s === undefined || e === undefined || n === undefined || w > e || s > n) {
    throw failures.validationFailed.because({ fields: { bbox: 'Ожидается «запад,юг~восток,север» в градусах' } });
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

const houseNumber = /^\d{1,4}([a-zа-я]|[/-]\d{1,3}[a-zа-я]?)?$/u;

/** The bigger is meant where two are called alike. */
const weight: Readonly<Record<Place['kind'], number>> = {
  ...{ province: 0.06, locality: 0.08, area: 0.03, district: 0.04, street: 0.02, metro: 0.03 },
  ...{ airport: 0.02, railway: 0.02, other: 0 },
};

type Likeness = (typed: string, words: readonly string[]) => number;

/** Remembers how like two words are for the length of one search: names share most of their words. */
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

/** A word that is nowhere in a place may be a slip, but not most of what was typed. */
const strangersAllowed = (words: number) => Math.floor(words / 2);

/** How well a place meets what was typed, 0 where it does not; and the house number that was meant for it. */
function meet({ place, own, around }: Known, typed: readonly string[], like: Likeness) {
  let score = 0;
  let ownScore = 0;
  let strangers = 0;
  let house: string | null = null;
  for (const word of typed) {
    const here = like(word, own);
    const there = like(word, around) * 0.6;
    ownScore += here;
    score += Math.max(here, there);
    if (Math.max(here, there) > 0) continue;
    if (house === null && houseNumber.test(word)) {
      house = word;
      score += place.kind === 'street' ? 0.5 : 0.1;
    } else strangers += 1;
  }
  if (ownScore === 0 || strangers > strangersAllowed(typed.length)) return { score: 0, house };
  // «Навои» is rather the street of Navoi than one that is called so among other words.
  const covered = own.filter((word) => typed.some((one) => like(one, [word]) > 0)).length / own.length;
  return { score: score / typed.length + 0.1 * covered + weight[place.kind], house };
}

/** Where a place lies, from the country down; a city that is a region of its own is named once. */
function surroundings(place: Place, country: string, language: Language): string {
  const around = place.within.filter(({ ru }) => !ru.startsWith('город '));
  return [country, ...around.map((names) => names[language]).toReversed()].join(', ');
}

function featureOf(place: Place, house: string | null, country: string, language: Language): Feature {
  const isHouse = place.kind === 'street' && house !== null;
  const name = isHouse ? `${place.names[language]}, ${house}` : place.names[language];
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

/** Makes the search over a country's gazetteer: the public geocoder format in and out (contract, section 11). */
export function createPlaceSearch(country: CountryProfile): (query: Query) => Found {
  const known = readGazetteer(country).map(knownOf);
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
        return { place: one.place, house: met.house, score: met.score === 0 ? 0 : met.score + (isKind ? 0.08 : 0) };
      })
      .filter(({ score }) => score > 0)
      .sort((one, other) => other.score - one.score)
      .slice(0, results)
      // What is far worse than the best is noise.
      .filter(({ score }, _, [best]) => score >= (best?.score ?? 0) * 0.7);
    const countryName = countryNames[country.code]?.[language] ?? country.name;
    const features = met.map(({ place, house }) => featureOf(place, house, countryName, language));
    return {
      type: 'FeatureCollection',
      properties: { ResponseMetaData: { SearchResponse: { found: features.length, display: 'multiple' } } },
      features,
    };
  };
}

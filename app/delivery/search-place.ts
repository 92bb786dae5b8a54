import { call } from '#app/call.ts';
import { type MapSettings, mapSettings } from './map/map-settings.ts';

/** A place found by address (docs/rules.md#delivery). */
export interface SearchPlace {
  /** The whole address in one line. */
  readonly address: string;
  readonly name: string;
  /** Longitude, latitude in degrees. */
  readonly coordinates: readonly [number, number];
}

/** How many places a search returns (docs/rules.md#page-sizes). */
const results = 5;

const geocoder = 'https://search-maps.yandex.ru/v1/';

const boxOf = ([west, south, east, north]: MapSettings['bbox']) => `${west},${south}~${east},${north}`;

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** An address without the country, since the whole site is about one. */
const inCountry = (address: string) => address.replace(/^[^,]+,\s*(?=\S)/, '');

/** A feature of the public geocoder format, or null for anything else. */
function placeOf(feature: unknown): SearchPlace | null {
  if (!isRecord(feature) || !isRecord(feature.geometry) || !isRecord(feature.properties)) return null;
  const { coordinates } = feature.geometry;
  const [longitude, latitude]: unknown[] = Array.isArray(coordinates) ? coordinates : [];
  if (typeof longitude !== 'number' || typeof latitude !== 'number') return null;
  const { name, description, GeocoderMetaData } = feature.properties;
  const fullAddress = isRecord(GeocoderMetaData) ? textOf(GeocoderMetaData.text) : '';
  const address = fullAddress || [textOf(description), textOf(name)].filter(Boolean).join(', ');
  return address === ''
    ? null
    : { address: inCountry(address), name: textOf(name) || address, coordinates: [longitude, latitude] };
}

/** The places of an answer in the public geocoder format; anything else is left out. */
export function placesOf(answer: unknown): SearchPlace[] {
  const features = isRecord(answer) && Array.isArray(answer.features) ? answer.features : [];
  return features
    .map(placeOf)
    .filter((place) => place !== null)
    .slice(0, results);
}

async function askOutside(text: string, settings: MapSettings, key: string, signal: AbortSignal) {
  const { bbox, language: lang } = settings;
  const query = { text, type: 'geo', lang, bbox: boxOf(bbox), rspn: '1', results: String(results), apikey: key };
  const response = await fetch(`${geocoder}?${new URLSearchParams(query)}`, { signal, referrerPolicy: 'origin' });
  if (!response.ok) throw new Error(`the geocoder answered ${response.status}`);
  return placesOf(await response.json());
}

/**
 * At most five places of the country for a typed text: from the maps service if there is a key, else, or if it does not answer, from
 * the product's own gazetteer.
 */
export async function searchPlaces(text: string, signal: AbortSignal): Promise<readonly SearchPlace[]> {
  const settings = await mapSettings();
  const { key, bbox, language: lang } = settings;
  if (key !== null) {
    try {
      return await askOutside(text, settings, key, signal);
    } catch (error) {
      if (signal.aborted) throw error;
    }
  }
  return placesOf(await call('GET Geo/Search', { query: { text, bbox: boxOf(bbox), results, lang } }, { signal }));
}

import { call } from '#app/call.ts';

/** What the map and the address search need to know of this installation (GET Config). Degrees, longitude first. */
export interface MapSettings {
  readonly country: string;
  /** West, south, east, north. */
  readonly bbox: readonly [number, number, number, number];
  readonly centre: readonly [number, number];
  /** Key of the maps service; null: the map and the gazetteer that come with the product. */
  readonly key: string | null;
  /** Language of the maps service, `ru_RU` (specification, point 9). */
  readonly language: string;
  /** Address of raster tiles with `{z}`, `{x}`, `{y}` for the built-in map; null: none. */
  readonly tiles: string | null;
}

let asked: Promise<MapSettings> | undefined;

async function ask(): Promise<MapSettings> {
  const { country, map } = await call('GET Config', {});
  const { key, language, tiles } = map;
  return { country: country.code, bbox: country.bbox, centre: country.mapCentre, key, language, tiles };
}

/** Asks once for the length of a visit; a failure is asked again next time. */
export function mapSettings(): Promise<MapSettings> {
  asked ??= ask().catch((error: unknown) => {
    asked = undefined;
    throw error;
  });
  return asked;
}

import { call } from '#app/call.ts';

/** The settings of the map and the address search (GET Config). Degrees, longitude first. */
export interface MapSettings {
  readonly country: string;
  /** West, south, east, north. */
  readonly bbox: readonly [number, number, number, number];
  readonly centre: readonly [number, number];
  /** The key of the maps service; null: the built-in map and gazetteer are used. */
  readonly key: string | null;
  /** Language of the maps service, `ru_RU` (docs/rules.md#delivery). */
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

/** Requests the settings once per visit; after a failure the next call tries again. */
export function mapSettings(): Promise<MapSettings> {
  asked ??= ask().catch((error: unknown) => {
    asked = undefined;
    throw error;
  });
  return asked;
}

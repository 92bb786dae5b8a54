import type { CountryProfile } from '#app/country.ts';
import { readGazetteer } from './gazetteer.server.ts';
import { createOtherNames } from './other-names.server.ts';
import { createPlaceSearch } from './place-search.server.ts';

interface CountryPlaces {
  readonly searchPlaces: ReturnType<typeof createPlaceSearch>;
  readonly otherNames: ReturnType<typeof createOtherNames>;
}

const made = new WeakMap<CountryProfile, CountryPlaces>();

/** The searches over a country's gazetteer, made once a process: that takes longer than most of a server's start. */
export function placesOf(country: CountryProfile): CountryPlaces {
  const known = made.get(country);
  if (known !== undefined) return known;
  const places = readGazetteer(country);
  const created = { searchPlaces: createPlaceSearch(country, places), otherNames: createOtherNames(places) };
  made.set(country, created);
  return created;
}

import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { countries } from '#app/country.ts';
import { startApp } from '#test/support/start-app.ts';
import { placesOf } from '../search-place.ts';
import { readGazetteer } from './gazetteer.server.ts';
import { createPlaceSearch } from './place-search.server.ts';

const answer = z.object({
  data: z.object({
    type: z.literal('FeatureCollection'),
    features: z.array(
      z.object({
        type: z.literal('Feature'),
        geometry: z.object({ type: z.literal('Point'), coordinates: z.tuple([z.number(), z.number()]) }),
        properties: z.object({ name: z.string(), GeocoderMetaData: z.object({ text: z.string(), kind: z.string() }) }),
      }),
    ),
  }),
});

const app = await startApp({ env: { LIMITS: 'off' } });
afterAll(() => app.close());

async function search(query: Readonly<Record<string, unknown>>) {
  return answer.parse((await app.api('GET Geo/Search', { query })).body).data.features;
}

const textsOf = async (text: string, more = {}) =>
  (await search({ text, ...more })).map(({ properties }) => properties.GeocoderMetaData.text);

describe('a place is found', () => {
  test.each([
    ['Ташкент', 'Узбекистан, Ташкент'],
    ['улица Навои 15', 'Узбекистан, Ташкент, улица Навои, 15'],
    ['Ташкент, улица Шота Руставели, 22а', 'Узбекистан, Ташкент, улица Шота Руставели, 22а'],
    ['Amir Temur 12 Samarqand', 'Узбекистан, Самаркандская область, Самарканд, улица Амира Темура, 12'],
    ['registan samarkand', 'Узбекистан, Самаркандская область, Самарканд, улица Регистан'],
    ['чарсу', 'Узбекистан, Ташкент, метро Чорсу'],
    ['Чиланзар 9', 'Узбекистан, Ташкент, Чиланзар, 9 квартал'],
    ['qoqon', 'Узбекистан, Ферганская область, Коканд'],
    ['мтеро минор', 'Узбекистан, Ташкент, метро Минор'],
    ['бухара накшбанда', 'Узбекистан, Бухарская область, Бухара, улица Бахауддина Накшбанда'],
    ['хиваа', 'Узбекистан, Хорезмская область, Хива'],
  ])('by «%s»', async (text, expected) => {
    expect((await textsOf(text))[0]).toBe(expected);
  });

  test('in the requested language', async () => {
    expect((await textsOf('самарканд', { lang: 'uz_UZ' }))[0]).toBe('Oʻzbekiston, Samarqand viloyati, Samarqand');
    expect((await textsOf('самарканд', { lang: 'en_US' }))[0]).toBe('Uzbekistan, Samarkand Region, Samarkand');
  });

  test('in the format of the maps service, which the browser parses', async () => {
    const { body } = await app.api('GET Geo/Search', { query: { text: 'площадь Регистан Самарканд' } });
    const [place] = placesOf(z.object({ data: z.unknown() }).parse(body).data);
    expect(place).toEqual({
      address: 'Самаркандская область, Самарканд, площадь Регистан',
      name: 'площадь Регистан',
      coordinates: [66.9758, 39.6547],
    });
    expect(placesOf({ features: [null, { geometry: {}, properties: {} }, 7] })).toEqual([]);
    expect(placesOf('nonsense')).toEqual([]);
  });
});

test('an unknown text finds nothing, a frequent one at most five places', async () => {
  expect(await textsOf('щщщщщщ')).toEqual([]);
  expect(await textsOf('%_')).toEqual([]);
  expect(await textsOf('навои')).toHaveLength(5);
  expect(await textsOf('навои', { results: 2 })).toHaveLength(2);
});

test('an invalid search is refused with its member', async () => {
  for (const [query, field] of [
    [{}, 'text'],
    [{ text: ' ' }, 'text'],
    [{ text: 'навои', results: 6 }, 'results'],
    [{ text: 'навои', bbox: '1,2,3,4' }, 'bbox'],
    [{ text: 'навои', bbox: '70,40~60,45' }, 'bbox'],
  ] as const) {
    const found = await app.api('GET Geo/Search', { query });
    expect(found).toMatchObject({ status: 400, body: { error: { fields: { [field]: expect.any(String) } } } });
  }
});

const words = fc.constantFrom(
  'навои',
  'ташкент',
  'улица',
  'алматы',
  'абая',
  'рынок',
  'метро',
  'самарканд',
  '9',
  'ю',
  '15а',
);
const typed = fc.oneof(
  fc.string({ minLength: 1, maxLength: 60 }),
  fc.array(words, { minLength: 1, maxLength: 6 }).map((all) => all.join(' ')),
);
const degrees = (most: number) =>
  fc.double({ min: -most, max: most, noNaN: true }).map((value) => Number(value.toFixed(4)));

test('any text in any box finds at most five places within both boxes', () => {
  const searches = countries.map((country) => ({ country, find: createPlaceSearch(country) }));
  fc.assert(
    fc.property(
      typed,
      degrees(180),
      degrees(90),
      degrees(180),
      degrees(90),
      fc.boolean(),
      (text, a, b, c, d, whole) => {
        for (const { country, find } of searches) {
          const west = Math.min(a, c);
          const east = Math.max(a, c);
          const south = Math.min(b, d);
          const north = Math.max(b, d);
          const bbox = whole ? undefined : `${west},${south}~${east},${north}`;
          const { features } = find({ text, bbox, results: 5, lang: 'ru_RU' });
          expect(features.length).toBeLessThanOrEqual(5);
          for (const { geometry } of features) {
            const [longitude, latitude] = geometry.coordinates;
            const boxes = whole ? [country.bbox] : [country.bbox, [west, south, east, north]];
            for (const [w = 0, s = 0, e = 0, n = 0] of boxes) {
              expect(longitude >= w && longitude <= e && latitude >= s && latitude <= n).toBe(true);
            }
          }
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('every place of every gazetteer lies in its country and is found by its name', () => {
  for (const country of countries) {
    const [west, south, east, north] = country.bbox;
    const find = createPlaceSearch(country);
    const places = readGazetteer(country);
    expect(places.filter(({ kind }) => kind === 'province').map(({ names }) => names.ru)).toEqual(
      country.regions.map(({ name }) => name),
    );
    for (const { names, within, at } of places) {
      const [longitude, latitude] = at;
      const isInside = longitude >= west && longitude <= east && latitude >= south && latitude <= north;
      expect(isInside, names.ru).toBe(true);
      for (const language of ['ru', 'uz'] as const) {
        const text = `${within[0]?.[language] ?? ''} ${names[language]}`;
        const { features } = find({ text, bbox: undefined, results: 5, lang: language });
        expect(
          features.map(({ properties }) => properties.name),
          text,
        ).toContain(names[language]);
      }
    }
  }
});

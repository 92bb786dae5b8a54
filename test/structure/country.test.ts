import { describe, expect, it } from 'vitest';
import { countries, countryOf } from '#app/country.ts';
import { formatPhone } from '#app/identity/phone-mask.ts';
import { cardSystemNames } from '#app/payments/card-number.ts';
import { normalisePhone } from '#base/text/phone.ts';

describe.each(countries.map((country) => [country.code, country] as const))('the profile of %s', (_, country) => {
  it('takes a phone written in its own mask and no other', () => {
    const digits = country.phoneMask.replaceAll('#', '7');
    expect(normalisePhone(digits)).toMatch(country.phonePattern);
    expect(formatPhone(normalisePhone(digits), country.phoneMask)).toBe(digits);
    expect(normalisePhone(`${digits}7`)).not.toMatch(country.phonePattern);
    expect(normalisePhone(digits.slice(0, -1))).not.toMatch(country.phonePattern);
    for (const other of countries.filter(({ code }) => code !== country.code)) {
      expect(normalisePhone(digits)).not.toMatch(other.phonePattern);
    }
  });

  it('has cards of payment systems that are known by their first digits', () => {
    expect(country.cardSystems).not.toEqual([]);
    expect(cardSystemNames).toEqual(expect.arrayContaining([...country.cardSystems]));
  });

  it('has its map and regions in order', () => {
    const [west, south, east, north] = country.bbox;
    const [longitude, latitude] = country.mapCentre;
    expect(west < longitude && longitude < east && south < latitude && latitude < north).toBe(true);
    expect(country.regions.map(({ id }) => id)).toEqual(country.regions.map((_, index) => index + 1));
  });
});

it('finds a country by its code and names the known ones else', () => {
  expect(countryOf('UZ').regions).toHaveLength(14);
  expect(countryOf('kz').currencyLabel).toBe('тенге');
  expect(() => countryOf('xx')).toThrow('uz, kz');
});

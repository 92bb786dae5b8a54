import { formatAmount } from '#base/money/money.ts';
import type { Locale, Translated } from '#base/text/locales.ts';

/** A first-level part of a country. */
interface Region {
  readonly id: number;
  readonly name: string;
}

/** The settings that differ between countries (docs/rules.md#country). */
export interface CountryProfile {
  /** ISO 3166-1, lower case: the value of `COUNTRY`. */
  readonly code: string;
  readonly name: string;
  /** With its plus. */
  readonly phonePrefix: string;
  /** `#` stands for a digit that the user types. */
  readonly phoneMask: string;
  /** The pattern of a normalised phone: digits only, prefix without plus. */
  readonly phonePattern: RegExp;
  /** Shown after amounts. */
  readonly currencyLabel: string;
  /** The same in each language, as `locales/` says it. */
  readonly currencyNames: Translated;
  /** ISO 4217. */
  readonly currencyCode: string;
  /** The payment systems of its cards, by the names and first digits of `app/payments/card-number.ts`. */
  readonly cardSystems: readonly string[];
  /** West, south, east, north in degrees. */
  readonly bbox: [west: number, south: number, east: number, north: number];
  readonly mapCentre: [longitude: number, latitude: number];
  /** The time zone of days and months, by its IANA name. */
  readonly timeZone: string;
  readonly defaultLanguage: 'ru' | 'uz' | 'en';
  readonly regions: readonly Region[];
}

const numbered = (names: readonly string[]): Region[] => names.map((name, index) => ({ id: index + 1, name }));

const uzbekistan: CountryProfile = {
  code: 'uz',
  name: 'Узбекистан',
  phonePrefix: '+998',
  phoneMask: '+998 (##) ###-##-##',
  phonePattern: /^998\d{9}$/,
  currencyLabel: 'сум',
  currencyNames: { ru: 'сум', uz: 'soʻm', en: 'UZS' },
  currencyCode: 'UZS',
  cardSystems: ['uzcard', 'humo'],
  bbox: [55.99, 37.18, 73.15, 45.59],
  mapCentre: [69.2797, 41.3111],
  timeZone: 'Asia/Tashkent',
  defaultLanguage: 'ru',
  regions: numbered([
    'город Ташкент',
    'Ташкентская область',
    'Андижанская область',
    'Бухарская область',
    'Джизакская область',
    'Кашкадарьинская область',
    'Навоийская область',
    'Наманганская область',
    'Самаркандская область',
    'Сурхандарьинская область',
    'Сырдарьинская область',
    'Ферганская область',
    'Хорезмская область',
    'Республика Каракалпакстан',
  ]),
};

const kazakhstan: CountryProfile = {
  code: 'kz',
  name: 'Казахстан',
  phonePrefix: '+7',
  phoneMask: '+7 (###) ###-##-##',
  phonePattern: /^7[67]\d{9}$/,
  currencyLabel: 'тенге',
  currencyNames: { ru: 'тенге', uz: 'tenge', en: 'KZT' },
  currencyCode: 'KZT',
  cardSystems: ['visa', 'mastercard'],
  bbox: [46.49, 40.56, 87.32, 55.45],
  mapCentre: [76.8897, 43.2389],
  timeZone: 'Asia/Almaty',
  defaultLanguage: 'ru',
  regions: numbered([
    'город Астана',
    'город Алматы',
    'город Шымкент',
    'Абайская область',
    'Акмолинская область',
    'Актюбинская область',
    'Алматинская область',
    'Атырауская область',
    'Восточно-Казахстанская область',
    'Жамбылская область',
    'Жетысуская область',
    'Западно-Казахстанская область',
    'Карагандинская область',
    'Костанайская область',
    'Кызылординская область',
    'Мангистауская область',
    'Павлодарская область',
    'Северо-Казахстанская область',
    'Туркестанская область',
    'Улытауская область',
  ]),
};

/** The countries that the product knows; the first is the default. */
export const countries: readonly CountryProfile[] = [uzbekistan, kazakhstan];

/** Returns the profile of a country code, in any case. Throws an error that lists the known codes for an unknown one. */
export function countryOf(code: string): CountryProfile {
  const found = countries.find((country) => country.code === code.toLowerCase());
  if (found !== undefined) return found;
  throw new Error(`COUNTRY: must be one of ${countries.map((country) => country.code).join(', ')}, not "${code}"`);
}

/** Writes sums in main units with their currency where `locales/` is not at hand. */
export function sumIn(
  { currencyNames }: Pick<CountryProfile, 'currencyNames'>,
  locale: Locale,
): (amount: number) => string {
  return (amount) => `${formatAmount(amount, locale)}\u00a0${currencyNames[locale]}`;
}

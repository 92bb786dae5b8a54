/** A first-level part of a country. */
interface Region {
  readonly id: number;
  readonly name: string;
}

/** All that differs from country to country (contract, sections 1 and 11). */
export interface CountryProfile {
  /** ISO 3166-1, lower case: the value of `COUNTRY`. */
  readonly code: string;
  readonly name: string;
  /** With its plus. */
  readonly phonePrefix: string;
  /** `#` stands for a digit that the person gives. */
  readonly phoneMask: string;
  /** What a normalised phone looks like: digits only, prefix without plus. */
  readonly phonePattern: RegExp;
  /** Stands behind amounts. */
  readonly currencyLabel: string;
  /** ISO 4217. */
  readonly currencyCode: string;
  /** The payment systems of its cards, by the names and first digits of `payments/card-number.ts`. */
  readonly cardSystems: readonly string[];
  /** West, south, east, north in degrees. */
  readonly bbox: [west: number, south: number, east: number, north: number];
  readonly mapCentre: [longitude: number, latitude: number];
  /** Where days and months begin: a name of the IANA time zone database. */
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

/** The profile of a country's code, in any case. Throws with the known codes where there is none. */
export function countryOf(code: string): CountryProfile {
  const found = countries.find((country) => country.code === code.toLowerCase());
  if (found !== undefined) return found;
  throw new Error(`COUNTRY ${code} is unknown; known are ${countries.map((country) => country.code).join(', ')}`);
}

/** The interface's languages; Russian is the source. */
export const locales = ['ru', 'uz', 'en'] as const;
export type Locale = (typeof locales)[number];

/** A text of the server in every language. Its own texts are in tables, since `locales/` is built into the pages. */
export type Translated = Readonly<Record<Locale, string>>;

/** Languages are named in themselves, because a visitor may read no other. */
export const localeNames: Translated = { ru: 'Русский', uz: 'Oʻzbekcha', en: 'English' };

export function isLocale(value: unknown): value is Locale {
  return locales.some((locale) => locale === value);
}

/** The cookie that stores the visitor's choice. */
export const localeCookie = 'lang';

/** The language that an address names by `?lang=`; undefined: none. */
export function localeInSearch(search: string): Locale | undefined {
  const asked = /[?&]lang=(\w+)/.exec(search)?.[1];
  return isLocale(asked) ? asked : undefined;
}

/** The language that a `Cookie` header names. */
export function localeInCookies(cookies: string): Locale | undefined {
  const chosen = /(?:^|;\s*)lang=(\w+)/.exec(cookies)?.[1];
  return isLocale(chosen) ? chosen : undefined;
}

/** The first of a visitor's preferred languages that the interface supports; Russian if there is none. */
export function bestLocale(wanted: readonly string[]): Locale {
  const languages = wanted.map((tag) => tag.toLowerCase().split('-')[0]);
  return languages.find(isLocale) ?? 'ru';
}

/** The address of a page in a language. Russian pages have no parameter. */
export function addressIn(address: string, locale: Locale): string {
  if (locale === 'ru') return address;
  return `${address}${address.includes('?') ? '&' : '?'}lang=${locale}`;
}

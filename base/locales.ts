/** The interface's languages; Russian is the source. */
export const locales = ['ru', 'uz', 'en'] as const;
export type Locale = (typeof locales)[number];

export function isLocale(value: unknown): value is Locale {
  return locales.some((locale) => locale === value);
}

/** The cookie that keeps the visitor's choice. */
export const localeCookie = 'lang';

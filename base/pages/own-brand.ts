import type { Locale, Translated } from '#base/text/locales.ts';

/** The name, logo and accent that the operator has chosen; empty: the product's own. */
export interface Brand {
  readonly name: string;
  /** The name of a stored picture. */
  readonly logo: string;
  /** `#rrggbb`. */
  readonly accent: string;
  /** The address of the link preview of the site. */
  readonly preview: string;
}

/** The product's own brand. */
export const ownBrand: Brand = { name: '', logo: '', accent: '', preview: '/og/opora.png' };

/** The name of the product. */
const ownName: Translated = { ru: 'Опора', uz: 'Opora', en: 'Opora' };

/** The name of the site in whatever the server writes: previews, manifest, messages, papers. */
export const siteNameOf = (brand: Pick<Brand, 'name'> | undefined, language: Locale = 'ru'): string =>
  brand?.name || ownName[language];

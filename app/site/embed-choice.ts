import { isLocale, type Locale } from '#base/text/locales.ts';

/** `auto` follows the visitor's system. */
export const embedThemes = ['auto', 'light', 'dark'] as const;

export type EmbedTheme = (typeof embedThemes)[number];

/** `small`: face, name and button; `medium`: also the sums; `large`: also the cover, the line why and the goal. */
export const embedSizes = ['large', 'medium', 'small'] as const;

export type EmbedSize = (typeof embedSizes)[number];

/** The height of a frame that shows a size whole at a width of 360 px. */
export const embedHeights: Readonly<Record<EmbedSize, number>> = { large: 430, medium: 260, small: 150 };

/** How the embedded widget looks. */
export interface EmbedChoice {
  readonly theme: EmbedTheme;
  readonly size: EmbedSize;
  readonly lang: Locale;
}

/** The choice in a query; whatever is unknown counts as not chosen. */
export function embedChoiceOf(query: Readonly<Record<string, unknown>>): EmbedChoice {
  return {
    theme: embedThemes.find((theme) => theme === query.theme) ?? 'auto',
    size: embedSizes.find((size) => size === query.size) ?? 'large',
    lang: isLocale(query.lang) ? query.lang : 'ru',
  };
}

/** The address of the widget below the site, without what is the default. */
export function embedPath(userName: string, { theme, size, lang }: EmbedChoice): string {
  const query = new URLSearchParams({
    ...(theme !== 'auto' && { theme }),
    ...(size !== 'large' && { size }),
    ...(lang !== 'ru' && { lang }),
  }).toString();
  return `/embed/${userName}${query === '' ? '' : `?${query}`}`;
}

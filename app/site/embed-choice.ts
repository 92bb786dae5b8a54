import { isLocale, type Locale } from '#base/text/locales.ts';
import { wholeFrameHeight } from '#base/ui/share/embed-code.ts';

/** `auto` follows the visitor's system. */
export const embedThemes = ['auto', 'light', 'dark'] as const;

export type EmbedTheme = (typeof embedThemes)[number];

/** `form`: the sums to give; `goal`: how much of the goal there is; `button`: the button alone. */
export const embedViews = ['form', 'goal', 'button'] as const;

type EmbedView = (typeof embedViews)[number];

/** Of the form. `small`: face, name and button; `medium`: also the sums; `large`: also the cover, the line why and the goal. */
export const embedSizes = ['large', 'medium', 'small'] as const;

type EmbedSize = (typeof embedSizes)[number];

const formHeights: Readonly<Record<EmbedSize, number>> = { large: wholeFrameHeight, medium: 320, small: 150 };

/** The height of a frame that shows the choice whole at a width of 360 px. */
export function embedHeight({ view, size }: EmbedChoice): number {
  if (view === 'button') return 80;
  return view === 'goal' ? 250 : formHeights[size];
}

/** How the embedded widget looks. */
export interface EmbedChoice {
  readonly view: EmbedView;
  readonly theme: EmbedTheme;
  readonly size: EmbedSize;
  readonly lang: Locale;
}

/** The choice in a query; whatever is unknown counts as not chosen. */
export function embedChoiceOf(query: Readonly<Record<string, unknown>>): EmbedChoice {
  return {
    view: embedViews.find((view) => view === query.view) ?? 'form',
    theme: embedThemes.find((theme) => theme === query.theme) ?? 'auto',
    size: embedSizes.find((size) => size === query.size) ?? 'large',
    lang: isLocale(query.lang) ? query.lang : 'ru',
  };
}

/** The address of the widget below the site, without what is the default. */
export function embedPath(userName: string, { view, theme, size, lang }: EmbedChoice): string {
  const query = new URLSearchParams({
    ...(view !== 'form' && { view }),
    ...(theme !== 'auto' && { theme }),
    ...(view === 'form' && size !== 'large' && { size }),
    ...(lang !== 'ru' && { lang }),
  }).toString();
  return `/embed/${userName}${query === '' ? '' : `?${query}`}`;
}

import { createHash } from 'node:crypto';
import { type CountryProfile, sumIn } from '#app/country.ts';
import { ikatColour, ikatSvg, initialOf } from '#app/images/ikat-pattern.ts';
import { pictureAddress } from '#app/images/picture-address.ts';
import type { Locale } from '#base/text/locales.ts';
import { accentColours, ownAccent } from '#base/ui/theme/accent.ts';
import type { EmbedChoice } from '../embed-choice.ts';
import { escaped } from '../files/preview-fonts.server.ts';
import { type EmbedOffer, embedForm } from './embed-form.server.ts';
import { frameAncestors } from './embed-host.server.ts';
import { embedStyle } from './embed-style.server.ts';
import { embedWords } from './embed-words.server.ts';

/** What the widget shows of a creator. Sums in main units. */
export interface EmbeddedCreator {
  readonly userName: string;
  readonly name: string;
  readonly about: string | null;
  readonly avatar: string | null;
  readonly accent: string | null;
  readonly pattern: number | null;
  /** Null: none. */
  readonly goal: { readonly title: string; readonly amount: number; readonly collected: number } | null;
  /** Null: donations are paused. */
  readonly offer: EmbedOffer | null;
  /** The hosts on which it may be framed; none: on every site. */
  readonly hosts: readonly string[];
}

interface EmbedSite {
  readonly country: Pick<CountryProfile, 'currencyNames'>;
  /** The site's address without a trailing slash. */
  readonly publicUrl: string;
}

/** A page with its headers. */
export interface EmbedPage {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

const opening = 'target="_blank" rel="noopener"';

function face({ avatar, name, userName }: EmbeddedCreator): string {
  if (avatar !== null) return `<img class="face" src="${escaped(pictureAddress(avatar, 128))}" alt="">`;
  const { ground, ink } = ikatColour(userName);
  const circle = `<circle cx="26" cy="26" r="26" fill="${ground}"/>`;
  const letter = `<text x="26" y="34" text-anchor="middle" fill="${ink}">${escaped(initialOf(name))}</text>`;
  return `<svg class="face" viewBox="0 0 52 52" aria-hidden="true">${circle}${letter}</svg>`;
}

function goalOf({ goal }: EmbeddedCreator, lang: Locale, sum: (amount: number) => string): string {
  if (goal === null) return '';
  const { title, amount, collected } = goal;
  const done = Math.min(collected, amount);
  const text = `${embedWords.collected[lang]} ${sum(collected)} ${embedWords.of[lang]} ${sum(amount)}`;
  return `<div class="goal"><b>${escaped(title)}</b><progress max="${amount}" value="${done}" aria-label="${escaped(title)}"></progress><small>${escaped(text)}</small></div>`;
}

interface DocumentParts {
  readonly style: string;
  readonly lang: string;
  readonly title: string;
  /** The address whose pages its form may open. */
  readonly site: string;
  /** Those that may frame it. */
  readonly hosts: readonly string[];
}

/** A whole document for a frame. It has no script, sets no cookie and loads nothing from elsewhere. */
function pageOf(body: string, { style, lang, title, site, hosts }: DocumentParts): EmbedPage {
  const hash = createHash('sha256').update(style).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self'; frame-ancestors ${frameAncestors(hosts)}; base-uri 'none'; form-action ${site}`;
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escaped(title)}</title><style>${style}</style>`;
  return {
    html: `<!doctype html><html lang="${lang}"><head>${head}</head><body><main aria-label="${escaped(title)}">${body}</main></body></html>`,
    headers: { 'Content-Security-Policy': policy, 'Referrer-Policy': 'no-referrer' },
  };
}

/** The widget of a creator. Its links and its form open the creator's page in a new tab. */
export function embedPage(creator: EmbeddedCreator, choice: EmbedChoice, site: EmbedSite): EmbedPage {
  const { view, theme, size, lang } = choice;
  const { userName, name, about, accent, pattern, offer, hosts } = creator;
  const address = `${escaped(site.publicUrl)}/${userName}`;
  const sum = sumIn(site.country, lang);
  const cloth = ikatSvg(userName, { width: 640, height: 72, scheme: theme === 'dark' ? 'dark' : 'light', pattern });
  const cover = cloth.replace('<svg ', '<svg preserveAspectRatio="xMidYMid slice" ');
  const isLarge = view === 'form' && size === 'large';
  const why = isLarge && about !== null ? `<small class="why">${escaped(about)}</small>` : '';
  const act = (offer === null ? embedWords.paused : embedWords.support)[lang];
  const who = `<a class="who" href="${address}" ${opening}>${face(creator)}<span><b>${escaped(name)}</b>${why}</span></a>`;
  const goal = goalOf(creator, lang, sum);
  const give = `<a class="give" href="${address}" ${opening} aria-label="${escaped(`${act}, ${embedWords.newWindow[lang]}`)}">${act}</a>`;
  const action = `${escaped(site.publicUrl)}/embed/${userName}/form${lang === 'ru' ? '' : `?lang=${lang}`}`;
  const form = offer && embedForm({ offer, lang, action, act, isWhole: isLarge, sum });
  const choosing = size === 'small' || form === null ? give : form;
  const top = isLarge ? `<div class="cover" aria-hidden="true">${cover}</div>${who}${goal}` : who;
  const bodies = { form: top + choosing, goal: who + goal + give, button: give };
  return pageOf(bodies[view], { style: embedStyle(choice, accent), lang, title: name, site: site.publicUrl, hosts });
}

/** The page instead of the widget where there is no creator, or a blocked one. */
export function missingEmbed(choice: EmbedChoice): EmbedPage {
  const { lang } = choice;
  const title = embedWords.missing[lang];
  return pageOf(`<p>${title}</p>`, { style: embedStyle(choice, null), lang, title, site: "'none'", hosts: [] });
}

/** A button as a picture, for pages that allow no frames. */
export function embedButton({ accent }: Pick<EmbeddedCreator, 'accent'>, { lang }: EmbedChoice): string {
  const support = embedWords.support[lang];
  const width = 46 + [...support].length * 10;
  const fill = accentColours(accent ?? ownAccent).fill.light;
  const ground = `<rect width="${width}" height="44" rx="12" fill="${escaped(fill)}"/>`;
  const font = 'font-family="system-ui,sans-serif" font-size="16" font-weight="600"';
  const text = `<text x="${width / 2}" y="28" text-anchor="middle" fill="#fff" ${font}>${support}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="44" viewBox="0 0 ${width} 44" role="img" aria-label="${support}">${ground}${text}</svg>`;
}

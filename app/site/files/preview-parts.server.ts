import sharp, { type OverlayOptions } from 'sharp';
import { ikatColour, initialOf } from '#app/images/ikat-pattern.ts';
import { siteNameOf } from '#base/pages/own-brand.ts';
import { cleanLine } from '#base/text/clean-text.ts';
import { graphemesOf } from '#base/text/graphemes.ts';
import { drawableText, escaped, type PreviewFont, widthOf } from './preview-fonts.server.ts';

/** The brand in the corner; empty texts: the product's own. */
export interface PreviewBrand {
  readonly name: string;
  readonly accent: string;
  /** In any format that sharp reads. */
  readonly logo?: Buffer;
}

/** The size of Open Graph. */
export const width = 1200;
export const height = 630;
export const grey = '#6B6158';
export const paper = '#FBF8F3';
const ink = '#1C1917';
const platformAccent = '#C2334D';
/** Where the logo stands, and its size. */
const cornerTop = 556;
const cornerSize = 46;
const markOf = (accent: string) =>
  `<path fill="${accent}" d="M14 1h4v4h4v4h4v4h4v6h-4v4h-4v4h-4v4h-4v-4h-4v-4H6v-4H2v-6h4V9h4V5h4z"/><path fill="#E9A23B" d="M14 8h4v3h3v3h3v4h-3v3h-3v3h-4v-3h-3v-3H8v-4h3v-3h3z"/><path fill="${paper}" d="M14 13h4v6h-4z"/>`;

/** The accent colour of the site. */
export const siteAccent = (brand: PreviewBrand | undefined) => brand?.accent || platformAccent;

/** Shortens a text by signs as people count them, so that no emoji is split; without what no font draws. */
export async function shortened(text: string, longest: number): Promise<string> {
  const signs = graphemesOf(await drawableText(cleanLine(text) ?? ''));
  if (signs.length <= longest) return signs.join('');
  const start = signs.slice(0, longest - 1).join('');
  return `${start.trim()}…`;
}

/** The name of a creator; the user name if it is hidden or no font draws it. */
export async function nameOf({ userName, name }: Portrayed, longest: number): Promise<string> {
  return (await shortened(name ?? '', longest)) || `@${userName}`;
}

interface Portrayed {
  readonly userName: string;
  /** As the public calls return it: null if the creator hides it. */
  readonly name: string | null;
  /** The avatar in any format that sharp reads. */
  readonly avatar?: Buffer;
}

/** The avatar in a circle; the initial if there is none or it is unreadable. */
export async function roundFace({ userName, name, avatar }: Portrayed, size: number): Promise<Buffer> {
  const { ground, ink } = ikatColour(userName);
  const letterSize = Math.round(size * 0.457);
  const letter = (await drawableText(initialOf(name ?? userName))) || initialOf(userName);
  const initial = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><path fill="${ground}" d="M0 0h${size}v${size}H0z"/><text x="50%" y="50%" dy=".36em" text-anchor="middle" font-family="Unbounded" font-weight="700" font-size="${letterSize}" fill="${ink}">${escaped(letter)}</text></svg>`,
  );
  const circle = Buffer.from(
    `<svg width="${size}" height="${size}"><circle cx="${size / 2}" cy="${size / 2}" r="${size / 2}"/></svg>`,
  );
  const cut = (picture: Buffer) =>
    sharp(picture)
      .rotate()
      .resize(size, size, { fit: 'cover' })
      .composite([{ input: circle, blend: 'dest-in' }])
      .png()
      .toBuffer();
  return avatar === undefined ? cut(initial) : cut(avatar).catch(() => cut(initial));
}

interface Line {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly colour?: string;
  readonly isBold?: boolean;
  readonly isAtEnd?: boolean;
}

/** Where a text begins on the left; the end of one that is written from right to left. */
function startOf(text: string): string {
  const first = /\p{L}/u.exec(text)?.[0] ?? '';
  return /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(first)
    ? ' direction="rtl" text-anchor="end"'
    : '';
}

/** A line of text as SVG. */
export function line(text: string, { x, y, size, colour = ink, isBold = false, isAtEnd = false }: Line): string {
  const anchor = isAtEnd ? ' text-anchor="end"' : startOf(text);
  return `<text x="${x}" y="${y}" font-family="Onest" font-weight="${isBold ? 700 : 400}" font-size="${size}" fill="${colour}"${anchor}>${escaped(text)}</text>`;
}

interface Fitted extends Omit<Line, 'isAtEnd'> {
  /** The text is made smaller until it fits. */
  readonly room: number;
}

async function fittingSize(text: string, font: PreviewFont, { size, room }: Fitted): Promise<number> {
  const wide = text === '' ? 0 : await widthOf(text, font, size);
  return wide <= room ? size : Math.floor((size * room) / wide);
}

/** A line that is made smaller until it fits. */
export async function fittedLine(text: string, at: Fitted): Promise<string> {
  return line(text, { ...at, size: await fittingSize(text, at.isBold === true ? 'Onest Bold' : 'Onest', at) });
}

/** A heading, made smaller until it fits. */
export async function heading(text: string, at: Fitted): Promise<string> {
  const size = await fittingSize(text, 'Unbounded Bold', at);
  return `<text x="${at.x}" y="${at.y}" font-family="Unbounded" font-weight="700" font-size="${size}" fill="${ink}"${startOf(text)}>${escaped(text)}</text>`;
}

/** Mark and name of the site in the lower corner, as SVG; a logo of its own is laid over by `logoAt`. */
export function brandMark(brand: PreviewBrand | undefined, left: number): string {
  const mark = `<g transform="translate(${left} ${cornerTop}) scale(1.4)">${markOf(siteAccent(brand))}</g>`;
  const name = line(siteNameOf(brand), { x: left + 58, y: 590, size: 30, isBold: true });
  return `${brand?.logo ? '' : mark}${name}`;
}

/** The logo of the corner; null if there is none or it is unreadable. */
export async function logoOf(brand: PreviewBrand | undefined): Promise<Buffer | null> {
  if (brand?.logo === undefined) return null;
  const fitted = sharp(brand.logo).resize(cornerSize, cornerSize, { fit: 'inside' }).png();
  return fitted.toBuffer().catch(() => null);
}

export const logoAt = (logo: Buffer | null, left: number): OverlayOptions[] =>
  logo === null ? [] : [{ input: logo, left, top: cornerTop }];

/** Lays the layers over the ground of the preview; returns the PNG. */
export function composed(...layers: readonly OverlayOptions[]): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: paper } })
    .composite([...layers])
    .png({ compressionLevel: 9, palette: true, colours: 128 })
    .toBuffer();
}

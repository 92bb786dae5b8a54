import sharp from 'sharp';
import { ikatSvg } from '#app/images/ikat-pattern.ts';
import { formatAmount } from '#base/money/money.ts';
import { accentColours } from '#base/ui/theme/accent.ts';
import type { LinkPreview } from './link-preview.server.ts';
import { loadFonts, widthOf } from './preview-fonts.server.ts';
import {
  brandMark,
  composed,
  fittedLine,
  grey,
  heading,
  height,
  line,
  logoAt,
  logoOf,
  nameOf,
  paper,
  roundFace,
  shortened,
  siteAccent,
  width,
} from './preview-parts.server.ts';

/** A product with its creator. */
export interface ItemPreview {
  readonly title: string;
  /** In main units. */
  readonly price: number;
  /** The first photo in any format that sharp reads. */
  readonly photo?: Buffer;
  readonly seller: Omit<LinkPreview, 'goal' | 'about' | 'banner'>;
}

const photoWidth = height;
/** The line of the creator's accent beside the photo. */
const seam = 8;
const bandLeft = photoWidth + seam;
const band = { width: width - bandLeft, height: 150 };
const left = bandLeft + 48;
const room = width - left - 48;
const face = 108;
const ring = face + 12;
const titleSize = 40;
const titleTop = 296;
const leading = 54;
const mostLines = 3;

const fits = async (text: string) => (await widthOf(text, 'Unbounded Bold', titleSize)) <= room;

/** Breaks a title into lines that fit, with an ellipsis after the last one if there is more. */
async function linesOf({ title, seller }: ItemPreview): Promise<string[]> {
  const lines: string[] = [];
  const drawable = (await shortened(title, 120)) || `@${seller.userName}`;
  for (const word of drawable.split(' ')) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && (await fits(longer))) lines[lines.length - 1] = longer;
    else if (lines.length < mostLines) lines.push(word);
    else return [...lines.slice(0, -1), `${last ?? ''}…`];
  }
  return lines;
}

/** The creator's pattern in a size. */
const clothOf = ({ userName, pattern }: ItemPreview['seller'], size: { width: number; height: number }) =>
  Buffer.from(ikatSvg(userName, { ...size, scheme: 'light', pattern }));

async function photoOf({ photo, seller }: ItemPreview): Promise<Buffer> {
  const ikat = clothOf(seller, { width: photoWidth, height });
  const fill = (picture: Buffer) =>
    sharp(picture)
      .rotate()
      .resize(photoWidth, height, { fit: 'cover' })
      .flatten({ background: paper })
      .png()
      .toBuffer();
  return photo === undefined ? fill(ikat) : fill(photo).catch(() => fill(ikat));
}

async function texts(item: ItemPreview): Promise<Buffer> {
  const { price, seller } = item;
  const { accent, currency = '', brand } = seller;
  const lines = await linesOf(item);
  const { text, shape } = accentColours(accent ?? siteAccent(brand));
  const drawn = await Promise.all(
    lines.map((part, at) => heading(part, { x: left, y: titleTop + at * leading, size: titleSize, room })),
  );
  const priceTop = titleTop + lines.length * leading + 26;
  const nameLeft = left + ring + 16;
  const whose = await fittedLine(await nameOf(seller, 28), {
    x: nameLeft,
    y: 196,
    size: 28,
    colour: grey,
    room: width - nameLeft - 32,
  });
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path fill="${shape.light}" d="M${photoWidth} 0h${seam}v${height}h-${seam}z"/><circle cx="${left + ring / 2}" cy="${band.height}" r="${ring / 2}" fill="${paper}"/>${whose}${drawn.join('')}${line(`${formatAmount(price)} ${currency}`, { x: left, y: priceTop, size: 44, isBold: true, colour: text.light })}${brandMark(brand, left)}</svg>`,
  );
}

/** The picture that messengers show beside a link to a product: photo, name, price, and the creator with the pattern and the accent. A PNG of 1200×630. */
export async function drawItemPreview(item: ItemPreview): Promise<Buffer> {
  await loadFonts();
  const { seller } = item;
  const parts = [photoOf(item), texts(item), roundFace(seller, face), logoOf(seller.brand)] as const;
  const [photo, words, portrait, logo] = await Promise.all(parts);
  return composed(
    { input: photo, left: 0, top: 0 },
    { input: clothOf(seller, band), left: bandLeft, top: 0 },
    { input: words, left: 0, top: 0 },
    { input: portrait, left: left + (ring - face) / 2, top: band.height - face / 2 },
    ...logoAt(logo, left),
  );
}

import sharp from 'sharp';
import { ikatSvg } from '#app/images/ikat-pattern.ts';
import { formatAmount } from '#base/money/money.ts';
import { accentColours } from '#base/ui/theme/accent.ts';
import type { LinkPreview } from './link-preview.server.ts';
import { escaped, loadFonts, widthOf } from './preview-fonts.server.ts';
import {
  brandMark,
  composed,
  grey,
  height,
  line,
  logoAt,
  logoOf,
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
const left = photoWidth + 56;
const room = width - left - 56;
const face = 64;
const titleSize = 42;
const mostLines = 4;

/** Breaks a title into lines that fit, with an ellipsis after the last one if there is more. */
async function linesOf(title: string): Promise<string[]> {
  const lines: string[] = [''];
  for (const word of shortened(title, 120).split(' ')) {
    const last = lines.length - 1;
    const longer = `${lines[last] ?? ''} ${word}`.trim();
    if ((await widthOf(longer, 'Unbounded Bold', titleSize)) <= room) lines[last] = longer;
    else if (lines.length < mostLines) lines.push(word);
    else return [...lines.slice(0, last), `${lines[last] ?? ''}…`];
  }
  return lines.filter((text) => text !== '');
}

async function photoOf({ photo, seller }: ItemPreview): Promise<Buffer> {
  const size = { width: photoWidth, height };
  const ikat = Buffer.from(ikatSvg(seller.userName, { ...size, scheme: 'light', pattern: seller.pattern }));
  const fill = (picture: Buffer) =>
    sharp(picture).rotate().resize(photoWidth, height, { fit: 'cover' }).png().toBuffer();
  return photo === undefined ? fill(ikat) : fill(photo).catch(() => fill(ikat));
}

async function texts({ title, price, seller }: ItemPreview): Promise<Buffer> {
  const { userName, name, accent, currency = '', brand } = seller;
  const lines = await linesOf(title);
  const titleTop = 200;
  const { text } = accentColours(accent ?? siteAccent(brand));
  const drawn = await Promise.all(
    lines.map(async (part, at) => {
      // A single word may be wider than the room.
      const size = Math.min(
        titleSize,
        Math.floor((titleSize * room) / (await widthOf(part, 'Unbounded Bold', titleSize))),
      );
      return `<text x="${left}" y="${titleTop + at * 56}" font-family="Unbounded" font-weight="700" font-size="${size}" fill="#1C1917">${escaped(part)}</text>`;
    }),
  );
  const priceTop = titleTop + lines.length * 56 + 26;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${line(shortened(name ?? '', 24) || `@${userName}`, { x: left + face + 20, y: 98, size: 28, colour: grey })}${drawn.join('')}${line(`${formatAmount(price)} ${currency}`, { x: left, y: priceTop, size: 44, isBold: true, colour: text.light })}${brandMark(brand, left)}</svg>`,
  );
}

/** The picture that messengers show beside a link to a product: photo, name, price and creator. A PNG of 1200×630. */
export async function drawItemPreview(item: ItemPreview): Promise<Buffer> {
  await loadFonts();
  const { seller } = item;
  const parts = [photoOf(item), texts(item), roundFace(seller, face), logoOf(seller.brand)] as const;
  const [photo, words, portrait, logo] = await Promise.all(parts);
  return composed(
    { input: photo, left: 0, top: 0 },
    { input: words, left: 0, top: 0 },
    { input: portrait, left, top: 56 },
    ...logoAt(logo, left),
  );
}

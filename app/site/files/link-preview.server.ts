import sharp from 'sharp';
import { ikatColour, ikatSvg, initialOf } from '#app/images/ikat-pattern.ts';
import { formatAmount } from '#base/text/money.ts';
import { accentColours } from '#base/ui/theme/accent.ts';
import { escaped, loadFonts, widthOf } from './preview-fonts.server.ts';

/** A goal with its amounts in main units. */
export interface PreviewGoal {
  readonly title: string;
  readonly amount: number;
  readonly collected: number;
  readonly percent: number;
}

/** The brand in the corner; empty texts: the product's own. */
export interface PreviewBrand {
  readonly name: string;
  readonly accent: string;
  /** In any format that sharp reads. */
  readonly logo?: Buffer;
}

export interface LinkPreview {
  readonly userName: string;
  /** As the public calls return it: null if the creator hides it. */
  readonly name: string | null;
  readonly about?: string | null;
  readonly accent?: string | null;
  readonly pattern?: number | null;
  readonly goal?: PreviewGoal | null;
  /** The country's currency label. */
  readonly currency?: string;
  /** The avatar in any format that sharp reads. */
  readonly avatar?: Buffer;
  readonly banner?: Buffer;
  readonly brand?: PreviewBrand;
}

const width = 1200;
const height = 630;
const coverHeight = 262;
const face = 184;
const left = 64;
const right = width - left;
const platformAccent = '#C2334D';
/** Where the logo stands, and its size. */
const cornerTop = 556;
const cornerSize = 46;
const markOf = (accent: string) =>
  `<path fill="${accent}" d="M14 1h4v4h4v4h4v4h4v6h-4v4h-4v4h-4v4h-4v-4h-4v-4H6v-4H2v-6h4V9h4V5h4z"/><path fill="#E9A23B" d="M14 8h4v3h3v3h3v4h-3v3h-3v3h-4v-3h-3v-3H8v-4h3v-3h3z"/><path fill="#FBF8F3" d="M14 13h4v6h-4z"/>`;

/** Shortens a text by code points, so that no emoji is split. */
function shortened(text: string, longest: number): string {
  const signs = [...text.replace(/\s+/g, ' ').trim()];
  return signs.length <= longest
    ? signs.join('')
    : `${signs
        .slice(0, longest - 1)
        .join('')
        .trim()}…`;
}

async function portrait({ userName, name, avatar }: LinkPreview): Promise<Buffer> {
  const { ground, ink } = ikatColour(userName);
  const initial = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${face}" height="${face}"><path fill="${ground}" d="M0 0h${face}v${face}H0z"/><text x="50%" y="50%" dy=".36em" text-anchor="middle" font-family="Unbounded" font-weight="700" font-size="84" fill="${ink}">${escaped(initialOf(name ?? userName))}</text></svg>`,
  );
  const circle = Buffer.from(
    `<svg width="${face}" height="${face}"><circle cx="${face / 2}" cy="${face / 2}" r="${face / 2}"/></svg>`,
  );
  const cut = (picture: Buffer) =>
    sharp(picture)
      .rotate()
      .resize(face, face, { fit: 'cover' })
      .composite([{ input: circle, blend: 'dest-in' }])
      .png()
      .toBuffer();
  // An unreadable avatar must not break the preview.
  return avatar === undefined ? cut(initial) : cut(avatar).catch(() => cut(initial));
}

async function cover({ userName, pattern, banner }: LinkPreview): Promise<Buffer> {
  const ikat = Buffer.from(ikatSvg(userName, { width, height: coverHeight, scheme: 'light', pattern }));
  const fill = (picture: Buffer) =>
    sharp(picture).rotate().resize(width, coverHeight, { fit: 'cover' }).png().toBuffer();
  return banner === undefined ? fill(ikat) : fill(banner).catch(() => fill(ikat));
}

interface Line {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly colour?: string;
  readonly isBold?: boolean;
  readonly isAtEnd?: boolean;
}

function line(text: string, { x, y, size, colour = '#1C1917', isBold = false, isAtEnd = false }: Line): string {
  return `<text x="${x}" y="${y}" font-family="Onest" font-weight="${isBold ? 700 : 400}" font-size="${size}" fill="${colour}"${isAtEnd ? ' text-anchor="end"' : ''}>${escaped(text)}</text>`;
}

const grey = '#6B6158';

function goalBlock({ title, amount, collected, percent }: PreviewGoal, accent: string, currency: string): string {
  const { text, shape } = accentColours(accent);
  const room = right - left;
  const done = Math.max(14, Math.round((room * Math.min(100, percent)) / 100));
  return [
    line(shortened(title, 44), { x: left, y: 448, size: 34, isBold: true }),
    line(`${String(percent)} %`, { x: right, y: 448, size: 34, isBold: true, colour: text.light, isAtEnd: true }),
    `<rect x="${left}" y="470" width="${room}" height="18" rx="9" fill="#EFE8DD"/>`,
    `<rect x="${left}" y="470" width="${done}" height="18" rx="9" fill="${shape.light}"/>`,
    line(`${formatAmount(collected)} / ${formatAmount(amount)} ${currency}`, {
      x: left,
      y: 528,
      size: 28,
      colour: grey,
    }),
  ].join('');
}

/** The beginning of what the creator says about himself, on at most two lines. */
function aboutBlock(about: string): string {
  const words = shortened(about, 118).split(' ');
  const isFirst = (at: number) => words.slice(0, at + 1).join(' ').length <= 62;
  return [words.filter((_, at) => isFirst(at)), words.filter((_, at) => !isFirst(at))]
    .map((part, at) => line(part.join(' '), { x: left, y: 452 + at * 46, size: 32 }))
    .join('');
}

async function texts(preview: LinkPreview): Promise<Buffer> {
  const { userName, name, about = null, goal = null, accent, currency = '', brand } = preview;
  const siteAccent = brand?.accent || platformAccent;
  const mark = brand?.logo ? '' : `<g transform="translate(${left} ${cornerTop}) scale(1.4)">${markOf(siteAccent)}</g>`;
  const title = shortened(name ?? '', 40) || `@${userName}`;
  const room = right - left - face - 36;
  const size = Math.min(56, Math.floor((56 * room) / (await widthOf(title, 'Unbounded Bold', 56))));
  const x = left + face + 36;
  const below = goal ? goalBlock(goal, accent ?? siteAccent, currency) : about === null ? '' : aboutBlock(about);
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><circle cx="${left + face / 2}" cy="${coverHeight + 20}" r="${face / 2 + 10}" fill="#FBF8F3"/><text x="${x}" y="336" font-family="Unbounded" font-weight="700" font-size="${size}" fill="#1C1917">${escaped(title)}</text>${line(`@${userName}`, { x, y: 380, size: 28, colour: grey })}${below}${mark}${line(brand?.name || 'opora', { x: left + 58, y: 590, size: 30, isBold: true })}</svg>`,
  );
}

/** The logo in the corner; none if it is unreadable. */
async function logoOf({ brand }: LinkPreview): Promise<Buffer | null> {
  if (brand?.logo === undefined) return null;
  const fitted = sharp(brand.logo).resize(cornerSize, cornerSize, { fit: 'inside' }).png();
  return fitted.toBuffer().catch(() => null);
}

/**
 * The picture that messengers show beside a link to a creator: cover or ikat, avatar, name, and the goal or the first words about him. A PNG
 * of 1200×630, the size of Open Graph.
 */
export async function drawLinkPreview(preview: LinkPreview): Promise<Buffer> {
  await loadFonts();
  const parts = [cover(preview), texts(preview), portrait(preview), logoOf(preview)] as const;
  const [above, words, picture, logo] = await Promise.all(parts);
  return sharp({ create: { width, height, channels: 3, background: '#FBF8F3' } })
    .composite([
      { input: above, left: 0, top: 0 },
      { input: words, left: 0, top: 0 },
      { input: picture, left, top: coverHeight + 20 - face / 2 },
      ...(logo === null ? [] : [{ input: logo, left, top: cornerTop }]),
    ])
    .png({ compressionLevel: 9, palette: true, colours: 128 })
    .toBuffer();
}

/** The preview of the site itself. */
export async function drawSitePreview(brand: PreviewBrand = { name: '', accent: '' }): Promise<Buffer> {
  const avatar = brand.logo;
  return drawLinkPreview({ userName: 'opora', name: brand.name || 'Опора', brand, ...(avatar && { avatar }) });
}

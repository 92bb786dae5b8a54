import sharp from 'sharp';
import { ikatSvg } from '#app/images/ikat-pattern.ts';
import { formatAmount } from '#base/money/money.ts';
import { siteNameOf } from '#base/pages/own-brand.ts';
import { percentText } from '#base/text/percent-text.ts';
import { accentColours } from '#base/ui/theme/accent.ts';
import { loadFonts } from './preview-fonts.server.ts';
import {
  brandMark,
  composed,
  grey,
  heading,
  height,
  line,
  logoAt,
  logoOf,
  nameOf,
  type PreviewBrand,
  paper,
  roundFace,
  shortened,
  siteAccent,
  width,
} from './preview-parts.server.ts';

/** A goal with its amounts in main units. */
export interface PreviewGoal {
  readonly title: string;
  readonly amount: number;
  readonly collected: number;
  readonly percent: number;
}

export interface LinkPreview {
  readonly userName: string;
  /** As the public calls return it: null if the creator hides it. */
  readonly name: string | null;
  /** What stands under the name; otherwise the user name. */
  readonly handle?: string;
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

const coverHeight = 262;
const face = 184;
const left = 64;
const right = width - left;
async function cover({ userName, pattern, banner }: LinkPreview): Promise<Buffer> {
  const ikat = Buffer.from(ikatSvg(userName, { width, height: coverHeight, scheme: 'light', pattern }));
  const fill = (picture: Buffer) =>
    sharp(picture).rotate().resize(width, coverHeight, { fit: 'cover' }).png().toBuffer();
  return banner === undefined ? fill(ikat) : fill(banner).catch(() => fill(ikat));
}

async function goalBlock(
  { title, amount, collected, percent }: PreviewGoal,
  accent: string,
  currency: string,
): Promise<string> {
  const { text, shape } = accentColours(accent);
  const room = right - left;
  const done = Math.max(14, Math.round((room * Math.min(100, percent)) / 100));
  return [
    line(await shortened(title, 44), { x: left, y: 448, size: 34, isBold: true }),
    line(percentText(percent, 'ru'), { x: right, y: 448, size: 34, isBold: true, colour: text.light, isAtEnd: true }),
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
async function aboutBlock(about: string): Promise<string> {
  const words = (await shortened(about, 118)).split(' ');
  const isFirst = (at: number) => words.slice(0, at + 1).join(' ').length <= 62;
  return [words.filter((_, at) => isFirst(at)), words.filter((_, at) => !isFirst(at))]
    .map((part, at) => line(part.join(' '), { x: left, y: 452 + at * 46, size: 32 }))
    .join('');
}

async function texts(preview: LinkPreview): Promise<Buffer> {
  const { userName, about = null, goal = null, accent, currency = '', brand } = preview;
  const title = await nameOf(preview, 40);
  const own = `@${userName}`;
  const handle = preview.handle ?? (title === own ? '' : own);
  const room = right - left - face - 36;
  const x = left + face + 36;
  const named = await heading(title, { x, y: 336, size: 56, room });
  const below = await (goal ? goalBlock(goal, accent ?? siteAccent(brand), currency) : aboutBlock(about ?? ''));
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><circle cx="${left + face / 2}" cy="${coverHeight + 20}" r="${face / 2 + 10}" fill="${paper}"/>${named}${line(handle, { x, y: 380, size: 28, colour: grey })}${below}${brandMark(brand, left)}</svg>`,
  );
}

/**
 * The picture that messengers show beside a link to a creator: cover or ikat, avatar, name, and the goal or the first words about him. A PNG
 * of 1200×630, the size of Open Graph.
 */
export async function drawLinkPreview(preview: LinkPreview): Promise<Buffer> {
  await loadFonts();
  const parts = [cover(preview), texts(preview), roundFace(preview, face), logoOf(preview.brand)] as const;
  const [above, words, picture, logo] = await Promise.all(parts);
  return composed(
    { input: above, left: 0, top: 0 },
    { input: words, left: 0, top: 0 },
    { input: picture, left, top: coverHeight + 20 - face / 2 },
    ...logoAt(logo, left),
  );
}

/** The preview of the site itself. */
export async function drawSitePreview(brand: PreviewBrand = { name: '', accent: '' }): Promise<Buffer> {
  const avatar = brand.logo;
  const says = { handle: 'Для тех, кто создаёт', about: 'Донаты, ежемесячная поддержка и мерч любимых авторов' };
  return drawLinkPreview({ userName: 'opora', name: siteNameOf(brand), brand, ...says, ...(avatar && { avatar }) });
}

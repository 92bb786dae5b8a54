import { pictureUrl } from '#app/creators/picture-url.ts';
import { ikatColour, ikatSvg, initialOf } from '#app/images/ikat-pattern.ts';
import { accentColours } from '#base/ui/theme/accent.ts';

/** Where things stand in a picture, in pixels: the cover's height is also the middle of the face. */
interface Format {
  readonly width: number;
  readonly height: number;
  readonly cover: number;
  readonly face: number;
  readonly lead: number;
  readonly name: number;
  readonly sum: number;
  readonly address: number;
  /** The size of the name; other texts are smaller in proportion. */
  readonly letters: number;
}

/** A story of a phone, and the preview of a link. */
export const formats = {
  story: {
    width: 1080,
    height: 1920,
    cover: 800,
    face: 190,
    lead: 1130,
    name: 1270,
    sum: 1440,
    address: 1760,
    letters: 92,
  },
  post: {
    width: 1200,
    height: 630,
    cover: 250,
    face: 96,
    lead: 400,
    name: 468,
    sum: 536,
    address: 596,
    letters: 56,
  },
} as const satisfies Readonly<Record<string, Format>>;

export type FormatName = keyof typeof formats;

/** What a picture shows: nothing of the donor, and of the donation at most the sum. */
export interface SharedThanks {
  readonly creator: {
    readonly userName: string;
    readonly displayName: string;
    readonly avatar: string | null;
    readonly banner: string | null;
    readonly accent: string | null;
    readonly pattern: number | null;
  };
  readonly lead: string;
  /** With its currency; null: not shown. */
  readonly sum: string | null;
  /** Of the creator's page, without its protocol. */
  readonly address: string;
}

const paper = '#FBF8F3';
const ink = '#1C1917';
const platformAccent = '#c2334d';
const displayFont = '"Unbounded Variable"';
const textFont = '"Onest Variable"';

/** Null where it cannot be loaded: the ikat or the initial stands in. */
async function load(address: string): Promise<HTMLImageElement | null> {
  const image = new Image();
  // Without it a picture of an external store would make the canvas unreadable.
  image.crossOrigin = 'anonymous';
  image.src = address;
  return image.decode().then(
    () => image,
    () => null,
  );
}

function drawCover(context: CanvasRenderingContext2D, image: HTMLImageElement, width: number, height: number) {
  const scale = Math.max(width / image.width, height / image.height);
  const wide = width / scale;
  const high = height / scale;
  const left = (image.width - wide) / 2;
  const top = (image.height - high) / 2;
  context.drawImage(image, left, top, wide, high, 0, 0, width, height);
}

function circle(context: CanvasRenderingContext2D, { width, cover }: Format, radius: number, colour: string) {
  context.beginPath();
  context.arc(width / 2, cover, radius, 0, 2 * Math.PI);
  context.fillStyle = colour;
  context.fill();
}

/** A centred line, made smaller until it fits. */
function write(
  context: CanvasRenderingContext2D,
  text: string,
  line: {
    readonly format: Format;
    readonly y: number;
    readonly size: number;
    readonly font: string;
    readonly colour: string;
  },
) {
  const { format, y, size, font, colour } = line;
  const room = format.width * 0.88;
  context.font = `700 ${String(size)}px ${font}`;
  const fitting = Math.min(1, room / context.measureText(text).width);
  context.font = `700 ${String(Math.floor(size * fitting))}px ${font}`;
  context.fillStyle = colour;
  context.fillText(text, format.width / 2, y);
}

async function drawFace(context: CanvasRenderingContext2D, format: Format, creator: SharedThanks['creator']) {
  const { width, cover, face } = format;
  const avatar = creator.avatar === null ? null : await load(pictureUrl(creator.avatar, 512));
  const { ground, ink: initialInk } = ikatColour(creator.userName);
  circle(context, format, face + face / 14, paper);
  circle(context, format, face, ground);
  if (avatar === null) {
    const y = cover + face * 0.36;
    write(context, initialOf(creator.displayName), { format, y, size: face, font: displayFont, colour: initialInk });
    return;
  }
  context.save();
  context.beginPath();
  context.arc(width / 2, cover, face, 0, 2 * Math.PI);
  context.clip();
  context.drawImage(avatar, width / 2 - face, cover - face, 2 * face, 2 * face);
  context.restore();
}

async function loadCover({ userName, banner, pattern }: SharedThanks['creator'], { width, cover }: Format) {
  const own = banner === null ? null : await load(pictureUrl(banner, 2048));
  const ikat = ikatSvg(userName, { width, height: cover, scheme: 'light', pattern });
  return own ?? load(`data:image/svg+xml,${encodeURIComponent(ikat)}`);
}

/** Draws the picture in the browser, so that it has no address at which others could find it. */
export async function drawPicture(format: Format, { creator, lead, sum, address }: SharedThanks): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: format.width, height: format.height });
  const context = canvas.getContext('2d');
  if (context === null) return null;
  const words = `${lead}${creator.displayName}${sum ?? ''}${address}`;
  await Promise.all([displayFont, textFont].map((font) => document.fonts.load(`700 64px ${font}`, words)));
  context.fillStyle = paper;
  context.fillRect(0, 0, format.width, format.height);
  const cover = await loadCover(creator, format);
  if (cover !== null) drawCover(context, cover, format.width, format.cover);
  context.textAlign = 'center';
  await drawFace(context, format, creator);
  const { letters } = format;
  const accent = accentColours(creator.accent ?? platformAccent).text.light;
  const plain = { format, font: textFont };
  const big = { format, font: displayFont };
  write(context, lead, { ...plain, y: format.lead, size: letters * 0.55, colour: '#6B6158' });
  write(context, creator.displayName, { ...big, y: format.name, size: letters, colour: ink });
  if (sum !== null) write(context, sum, { ...big, y: format.sum, size: letters * 0.8, colour: accent });
  write(context, address, { ...plain, y: format.address, size: letters * 0.5, colour: ink });
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

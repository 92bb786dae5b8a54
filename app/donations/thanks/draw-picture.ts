import { pictureUrl } from '#app/creators/picture-url.ts';
import { ikatColour, ikatSvg, initialOf } from '#app/images/ikat-pattern.ts';
import { accentColours, ownAccent } from '#base/ui/theme/accent.ts';

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Where things stand in a picture, in pixels: a card on the creator's cloth, with a cover, a face, texts and a bar with the address. */
interface Format {
  readonly width: number;
  readonly height: number;
  readonly card: Box;
  readonly cover: Box;
  readonly face: { readonly x: number; readonly y: number; readonly radius: number };
  readonly texts: Box;
  readonly align: 'center' | 'left';
  readonly bar: number;
  /** The size of the name; other texts are smaller in proportion. */
  readonly letters: number;
}

/** A story of a phone, and the preview of a link. */
export const formats = {
  story: {
    width: 1080,
    height: 1920,
    card: { left: 72, top: 220, width: 936, height: 1480 },
    cover: { left: 72, top: 220, width: 936, height: 420 },
    face: { x: 540, y: 640, radius: 180 },
    texts: { left: 132, top: 850, width: 816, height: 690 },
    align: 'center',
    bar: 140,
    letters: 84,
  },
  post: {
    width: 1200,
    height: 630,
    card: { left: 40, top: 40, width: 1120, height: 550 },
    cover: { left: 40, top: 40, width: 340, height: 470 },
    face: { x: 210, y: 275, radius: 126 },
    texts: { left: 428, top: 60, width: 692, height: 430 },
    align: 'left',
    bar: 80,
    letters: 52,
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
    readonly thanksText: string | null;
  };
  readonly lead: string;
  /** With its currency; null: not shown. */
  readonly sum: string | null;
  /** Of the creator's page, without its protocol. */
  readonly address: string;
}

const paper = '#FBF8F3';
const ink = '#1C1917';
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

/** Fills a box with an image, cut to its shape. */
function drawImage(context: CanvasRenderingContext2D, image: HTMLImageElement, box: Box) {
  const scale = Math.max(box.width / image.width, box.height / image.height);
  const wide = box.width / scale;
  const high = box.height / scale;
  const left = (image.width - wide) / 2;
  const top = (image.height - high) / 2;
  context.drawImage(image, left, top, wide, high, box.left, box.top, box.width, box.height);
}

function circle(context: CanvasRenderingContext2D, { face }: Format, radius: number, colour: string) {
  context.beginPath();
  context.arc(face.x, face.y, radius, 0, 2 * Math.PI);
  context.fillStyle = colour;
  context.fill();
}

/** A text with its look; at most so many lines. */
interface Block {
  readonly text: string;
  readonly size: number;
  readonly font: string;
  readonly weight: number;
  readonly colour: string;
  readonly most: number;
}

interface Laid extends Block {
  readonly lines: readonly string[];
  /** The size at which the widest line fits. */
  readonly fitting: number;
}

/** Breaks a text into lines; a word that is wider than the room makes the text smaller. */
function laid(context: CanvasRenderingContext2D, block: Block, room: number): Laid {
  context.font = `${String(block.weight)} ${String(block.size)}px ${block.font}`;
  const widthOf = (text: string) => context.measureText(text).width;
  const lines: string[] = [];
  for (const word of block.text.split(/\s+/)) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && widthOf(longer) <= room) lines[lines.length - 1] = longer;
    else if (lines.length < block.most) lines.push(word);
    else {
      lines[lines.length - 1] = `${last ?? ''}…`;
      break;
    }
  }
  const widest = Math.max(...lines.map(widthOf), 1);
  return { ...block, lines, fitting: Math.floor(block.size * Math.min(1, room / widest)) };
}

const leading = 1.28;
const gap = 0.55;
const rightToLeft = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const heightOf = ({ lines, fitting }: Laid) => lines.length * fitting * leading + fitting * gap;

const heightOfAll = (blocks: readonly Laid[]) => blocks.reduce((sum, block) => sum + heightOf(block), 0);

/** Writes one text under another, in the middle of the height that they have. */
function write(context: CanvasRenderingContext2D, blocks: readonly Laid[], { texts, align }: Format) {
  const whole = heightOfAll(blocks);
  const x = align === 'center' ? texts.left + texts.width / 2 : texts.left;
  let y = texts.top + Math.max(0, (texts.height - whole) / 2);
  context.textAlign = align;
  for (const block of blocks) {
    context.font = `${String(block.weight)} ${String(block.fitting)}px ${block.font}`;
    context.fillStyle = block.colour;
    for (const [at, line] of block.lines.entries()) {
      context.direction = rightToLeft.test(line) ? 'rtl' : 'ltr';
      context.fillText(line, x, y + block.fitting * (leading * at + 1));
    }
    y += heightOf(block);
  }
}

async function drawFace(context: CanvasRenderingContext2D, format: Format, creator: SharedThanks['creator']) {
  const { x, y, radius } = format.face;
  const avatar = creator.avatar === null ? null : await load(pictureUrl(creator.avatar, 512));
  const { ground, ink: initialInk } = ikatColour(creator.userName);
  circle(context, format, radius + radius / 14, paper);
  circle(context, format, radius, ground);
  if (avatar === null) {
    context.textAlign = 'center';
    context.font = `700 ${String(radius)}px ${displayFont}`;
    context.fillStyle = initialInk;
    context.fillText(initialOf(creator.displayName), x, y + radius * 0.36);
    return;
  }
  context.save();
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.clip();
  context.drawImage(avatar, x - radius, y - radius, 2 * radius, 2 * radius);
  context.restore();
}

/** The creator's cloth over the whole page, and on it the card with its cover and bar. */
async function drawGround(context: CanvasRenderingContext2D, format: Format, creator: SharedThanks['creator']) {
  const { width, height, card, cover, bar } = format;
  const { userName, banner, pattern } = creator;
  const { fill } = accentColours(creator.accent ?? ownAccent);
  const ikat = ikatSvg(userName, { width, height, scheme: 'light', pattern });
  const [cloth, own] = await Promise.all([
    load(`data:image/svg+xml,${encodeURIComponent(ikat)}`),
    banner === null ? null : load(pictureUrl(banner, 2048)),
  ]);
  context.fillStyle = fill.light;
  context.fillRect(0, 0, width, height);
  if (cloth !== null) drawImage(context, cloth, { left: 0, top: 0, width, height });
  context.save();
  context.beginPath();
  context.roundRect(card.left, card.top, card.width, card.height, 36);
  context.clip();
  context.fillStyle = paper;
  context.fillRect(card.left, card.top, card.width, card.height);
  context.fillStyle = fill.light;
  context.fillRect(card.left, card.top + card.height - bar, card.width, bar);
  context.fillRect(cover.left, cover.top, cover.width, cover.height);
  if (own !== null) drawImage(context, own, cover);
  context.restore();
}

function drawAddress(context: CanvasRenderingContext2D, { card, bar, letters }: Format, address: string) {
  const room = card.width - 80;
  const block = { text: address, size: letters * 0.5, font: textFont, weight: 700, colour: '#fff', most: 1 };
  const { fitting } = laid(context, block, room);
  context.textAlign = 'center';
  context.direction = 'ltr';
  context.font = `700 ${String(fitting)}px ${textFont}`;
  context.fillStyle = block.colour;
  context.fillText(address, card.left + card.width / 2, card.top + card.height - bar / 2 + fitting * 0.34);
}

/** Draws the picture in the browser, so that it has no address at which others could find it. */
export async function drawPicture(format: Format, { creator, lead, sum, address }: SharedThanks): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: format.width, height: format.height });
  const context = canvas.getContext('2d');
  if (context === null) return null;
  const { thanksText } = creator;
  const words = `${lead}${creator.displayName}${sum ?? ''}${address}${thanksText ?? ''}`;
  const faces = [`700 64px ${displayFont}`, `700 64px ${textFont}`, `400 64px ${textFont}`];
  await Promise.all(faces.map((font) => document.fonts.load(font, words)));
  await drawGround(context, format, creator);
  await drawFace(context, format, creator);
  const { letters, texts } = format;
  const accent = accentColours(creator.accent ?? ownAccent).text.light;
  const plain = { font: textFont, weight: 400 };
  const big = { font: displayFont, weight: 700 };
  const blocks: Block[] = [
    { ...plain, text: lead, size: letters * 0.5, colour: '#6B6158', most: 1 },
    { ...big, text: creator.displayName, size: letters, colour: ink, most: 2 },
  ];
  if (sum !== null) blocks.push({ ...big, text: sum, size: letters * 0.75, colour: accent, most: 1 });
  const shown = blocks.map((block) => laid(context, block, texts.width));
  if (thanksText !== null) {
    const size = letters * 0.52;
    const left = texts.height - heightOfAll(shown) - size * gap;
    const most = Math.max(1, Math.floor(left / (size * leading)));
    shown.push(laid(context, { ...plain, text: `«${thanksText}»`, size, colour: ink, most }, texts.width));
  }
  write(context, shown, format);
  drawAddress(context, format, address);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

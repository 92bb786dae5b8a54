import sharp, { type Sharp } from 'sharp';
import { failures } from '#base/calls/errors.ts';
import { mostImagePixels } from '../image-choices.ts';
import { finish, walkGif, walkJpeg, walkPng } from './whole-file.server.ts';

// Pictures must leave resources for everything else: one thread per picture, and no cache between them.
sharp.concurrency(1);
sharp.cache(false);

/** A picture as it is stored: WebP, upright, without metadata. */
export interface MadeImage {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
  /** A data URI of a few hundred bytes. */
  readonly placeholder: string;
}

/** The formats in which pictures are sent. */
export const imageFormats = ['avif', 'webp', 'jpeg', 'png'] as const;

export type ImageFormat = (typeof imageFormats)[number];

const longestSide = 2_048;
const placeholderSide = 16;
const mostSeconds = 20;

type Source = 'jpeg' | 'png' | 'webp' | 'gif' | 'heif';

const startsWith = (bytes: Buffer, text: string, at = 0) => bytes.toString('latin1', at, at + text.length) === text;

/** The brands of a file of the HEIF family: the formats that it claims to be compatible with. */
function brandsOf(bytes: Buffer): string[] {
  if (bytes.length < 16 || !startsWith(bytes, 'ftyp', 4)) return [];
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 256);
  const brands = [bytes.toString('latin1', 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(bytes.toString('latin1', at, at + 4));
  return brands;
}

/** A file's format by its first bytes; its name does not matter. */
function sourceOf(bytes: Buffer): Source | null {
  if (startsWith(bytes, '\xff\xd8\xff')) return 'jpeg';
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'png';
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'webp';
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) return 'gif';
  return brandsOf(bytes).some((brand) => brand === 'avif' || brand === 'avis') ? 'heif' : null;
}

/** Whether a file has its end: the decoder accepts some formats without it. */
async function isWhole(bytes: Buffer, source: Source): Promise<boolean> {
  if (source === 'png') return finish(walkPng(bytes));
  if (source === 'jpeg') return finish(walkJpeg(bytes));
  return source !== 'gif' || finish(walkGif(bytes));
}

function refusal(message: string) {
  return failures.validationFailed({ message, fields: { file: message } });
}

const unreadable = 'Не получилось прочитать картинку: файл повреждён. Выберите другой';

/** Turns the decoder's errors into a refusal of the file. */
async function reading<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    throw error instanceof Error && /pixel limit/.test(error.message) ? tooManyPixels() : refusal(unreadable);
  });
}

function tooManyPixels() {
  return refusal('В картинке больше 40 мегапикселей. Уменьшите её и попробуйте снова');
}

/**
 * Checks a file without decoding it. Throws `UnsupportedMediaType` unless it has one of the five formats, `ValidationFailed` if it cannot
 * be read or declares too many pixels.
 */
export async function checkImage(file: Buffer): Promise<void> {
  const source = sourceOf(file);
  if (source === null) {
    throw failures.unsupportedMediaType({ message: 'Это не картинка. Подойдут JPEG, PNG, WebP, AVIF и GIF' });
  }
  const { width, height, format } = await reading(sharp(file, { limitInputPixels: false }).metadata());
  if (format !== source || !(await isWhole(file, source))) throw refusal(unreadable);
  if (width * height > mostImagePixels) throw tooManyPixels();
}

async function placeholderOf(picture: Sharp): Promise<string> {
  const tiny = await picture
    .resize(placeholderSide, placeholderSide, { fit: 'inside' })
    .webp({ quality: 40, alphaQuality: 40, effort: 4 })
    .toBuffer();
  return `data:image/webp;base64,${tiny.toString('base64')}`;
}

/**
 * Converts a file that `checkImage` has accepted to the stored form: decoded completely, upright, in sRGB, without metadata, at
 * most 2,048 pixels per side. Throws `ValidationFailed` if it cannot be decoded to its end.
 */
export async function makeImage(file: Buffer): Promise<MadeImage> {
  const picture = sharp(file, { limitInputPixels: mostImagePixels, failOn: 'error' }).timeout({ seconds: mostSeconds });
  const { data, info } = await reading(
    picture
      .autoOrient()
      .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 90, effort: 2, smartSubsample: true })
      .toBuffer({ resolveWithObject: true }),
  );
  const stored = sharp(data);
  const hasAlpha = info.channels === 4 && !(await stored.stats()).isOpaque;
  const placeholder = await placeholderOf(sharp(data));
  return { bytes: data, width: info.width, height: info.height, hasAlpha, placeholder };
}

function encode(picture: Sharp, format: ImageFormat): Sharp {
  if (format === 'avif') return picture.avif({ quality: 50, effort: 2 });
  if (format === 'webp') return picture.webp({ quality: 80, effort: 3 });
  if (format === 'png') return picture.png({ compressionLevel: 7 });
  return picture.flatten({ background: '#ffffff' }).jpeg({ quality: 82, mozjpeg: true });
}

/** A stored picture in a format and, unless null, a width. */
export async function makeVariant(stored: Buffer, format: ImageFormat, width: number | null): Promise<Buffer> {
  const picture = sharp(stored).timeout({ seconds: mostSeconds });
  const sized = width === null ? picture : picture.resize(width, null, { withoutEnlargement: true });
  return encode(sized, format).toBuffer();
}

/** Whether an `Accept` header accepts a type. */
function takes(accept: string, type: string): boolean {
  return accept
    .toLowerCase()
    .split(',')
    .some((part) => {
      const [name, ...parameters] = part.split(';').map((piece) => piece.trim());
      return name === type && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
    });
}

/** The best format that a browser accepts. A picture with transparency is not sent as JPEG unless PNG is refused. */
export function bestFormat(accept: string, hasAlpha: boolean): ImageFormat {
  if (takes(accept, 'image/avif')) return 'avif';
  if (takes(accept, 'image/webp')) return 'webp';
  const jpeg = takes(accept, 'image/jpeg');
  const png = takes(accept, 'image/png');
  const isOpen = takes(accept, 'image/*') || takes(accept, '*/*');
  if (jpeg !== png && !isOpen) return jpeg ? 'jpeg' : 'png';
  return hasAlpha ? 'png' : 'jpeg';
}

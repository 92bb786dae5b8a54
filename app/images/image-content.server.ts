import sharp, { type Sharp } from 'sharp';
import { failures } from '#base/errors.ts';
import { mostImagePixels } from './image-choices.ts';
import { isWholeGif, isWholePng } from './whole-file.server.ts';

// Pictures must leave room for everything else: one thread each, and nothing kept between them.
sharp.concurrency(1);
sharp.cache(false);

/** A picture as it is kept: WebP, upright, without metadata. */
export interface MadeImage {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
  /** A data URI of a few hundred bytes. */
  readonly placeholder: string;
}

/** What a picture is sent as. */
export const imageFormats = ['avif', 'webp', 'jpeg', 'png'] as const;

export type ImageFormat = (typeof imageFormats)[number];

const longestSide = 2_048;
const placeholderSide = 16;
const mostSeconds = 20;

type Source = 'jpeg' | 'png' | 'webp' | 'gif' | 'heif';

const startsWith = (bytes: Buffer, text: string, at = 0) => bytes.toString('latin1', at, at + text.length) === text;

/** The names of the formats that a file of the HEIF family says it is readable as. */
function brandsOf(bytes: Buffer): string[] {
  if (bytes.length < 16 || !startsWith(bytes, 'ftyp', 4)) return [];
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 256);
  const brands = [bytes.toString('latin1', 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(bytes.toString('latin1', at, at + 4));
  return brands;
}

/** What a file is by its first bytes, whatever it is called. */
function sourceOf(bytes: Buffer): Source | null {
  if (startsWith(bytes, '\xff\xd8\xff')) return 'jpeg';
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'png';
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'webp';
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) return 'gif';
  return brandsOf(bytes).some((brand) => brand === 'avif' || brand === 'avis') ? 'heif' : null;
}

/** The decoder takes these two for whole while their ends are missing. */
function isWhole(bytes: Buffer, source: Source): boolean {
  if (source === 'png') return isWholePng(bytes);
  return source !== 'gif' || isWholeGif(bytes);
}

function refusal(message: string) {
  return failures.validationFailed.because({ message, fields: { file: message } });
}

const unreadable = 'Не получилось прочитать картинку: файл повреждён. Выберите другой';

/** Whatever the decoder has against a file is the file's fault. */
async function reading<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    throw error instanceof Error && /pixel limit/.test(error.message) ? tooManyPixels() : refusal(unreadable);
  });
}

function tooManyPixels() {
  return refusal('В картинке больше 40 мегапикселей. Уменьшите её и попробуйте снова');
}

/**
 * Looks at a file's head before anything is decoded and answers how many pixels it claims to have. Throws
 * `UnsupportedMediaType` for what is none of the five formats, `ValidationFailed` for what cannot be read or is too large.
 */
export async function countPixels(file: Buffer): Promise<number> {
  const source = sourceOf(file);
  if (source === null) {
    throw failures.unsupportedMediaType.because({ message: 'Это не картинка. Подойдут JPEG, PNG, WebP, AVIF и GIF' });
  }
  const { width, height, format } = await reading(sharp(file, { limitInputPixels: false }).metadata());
  if (format !== source || !isWhole(file, source)) throw refusal(unreadable);
  if (width * height > mostImagePixels) throw tooManyPixels();
  return width * height;
}

async function placeholderOf(picture: Sharp): Promise<string> {
  const tiny = await picture
    .resize(placeholderSide, placeholderSide, { fit: 'inside' })
    .webp({ quality: 40, alphaQuality: 40, effort: 4 })
    .toBuffer();
  return `data:image/webp;base64,${tiny.toString('base64')}`;
}

/**
 * Makes of a file that `countPixels` has let pass what is kept of it: decoded to its end, upright, in sRGB, without metadata,
 * at most 2,048 pixels a side. Throws `ValidationFailed` for what cannot be read through.
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
  const kept = sharp(data);
  const hasAlpha = info.channels === 4 && !(await kept.stats()).isOpaque;
  const placeholder = await placeholderOf(sharp(data));
  return { bytes: data, width: info.width, height: info.height, hasAlpha, placeholder };
}

function encode(picture: Sharp, format: ImageFormat): Sharp {
  if (format === 'avif') return picture.avif({ quality: 55, effort: 2 });
  if (format === 'webp') return picture.webp({ quality: 80, effort: 3 });
  if (format === 'png') return picture.png({ compressionLevel: 7 });
  return picture.flatten({ background: '#ffffff' }).jpeg({ quality: 82, mozjpeg: true });
}

/** A kept picture in a format and, unless null, a width. */
export async function makeVariant(kept: Buffer, format: ImageFormat, width: number | null): Promise<Buffer> {
  const picture = sharp(kept).timeout({ seconds: mostSeconds });
  const sized = width === null ? picture : picture.resize(width, null, { withoutEnlargement: true });
  return encode(sized, format).toBuffer();
}

/** Whether an `Accept` header names a type, other than to refuse it. */
function takes(accept: string, type: string): boolean {
  return accept
    .toLowerCase()
    .split(',')
    .some((part) => {
      const [name, ...parameters] = part.split(';').map((piece) => piece.trim());
      return name === type && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
    });
}

/** The best format of those that a browser says it takes; transparent parts rule JPEG out where PNG is not refused. */
export function bestFormat(accept: string, hasAlpha: boolean): ImageFormat {
  if (takes(accept, 'image/avif')) return 'avif';
  if (takes(accept, 'image/webp')) return 'webp';
  const [jpeg, png] = [takes(accept, 'image/jpeg'), takes(accept, 'image/png')];
  const isOpen = takes(accept, 'image/*') || takes(accept, '*/*');
  if (jpeg !== png && !isOpen) return jpeg ? 'jpeg' : 'png';
  return hasAlpha ? 'png' : 'jpeg';
}

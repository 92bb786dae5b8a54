import type { SpeechFile } from './speech-store.server.ts';

const latin = (bytes: Buffer, from: number, to: number) => bytes.subarray(from, to).toString('latin1');

/** Kilobits a second by the four bits of a header of Layer III: of MPEG 1, and of MPEG 2 and 2.5. */
const bitRates = {
  first: [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  later: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;
const sampleRates = [44_100, 48_000, 32_000] as const;
/** By what MPEG 2.5, nothing, MPEG 2 and MPEG 1 divide the sample rate. */
const divisors = [4, null, 2, 1] as const;

/** The length of the frame of MP3 (Layer III) whose header is at a place; null: there is none. */
function frameLength(bytes: Buffer, at: number): number | null {
  if (at + 4 > bytes.length) return null;
  const header = bytes.readUInt32BE(at);
  const divisor = divisors[(header >> 19) & 3];
  const isLayerThree = header >>> 21 === 0x7ff && ((header >> 17) & 3) === 1;
  const sampleRate = sampleRates[(header >> 10) & 3];
  if (!isLayerThree || !divisor || sampleRate === undefined) return null;
  // 0 is a free rate, 15 none.
  const kilobits = bitRates[divisor === 1 ? 'first' : 'later'][((header >> 12) & 15) - 1];
  if (kilobits === undefined) return null;
  const samples = divisor === 1 ? 1152 : 576;
  return Math.floor((samples / 8) * ((kilobits * 1_000 * divisor) / sampleRate)) + ((header >> 9) & 1);
}

/** Where the sound begins after the tags of an MP3; null: the tags are broken. */
function afterTags(bytes: Buffer): number | null {
  if (latin(bytes, 0, 3) !== 'ID3') return 0;
  const size = [...bytes.subarray(6, 10)];
  if (size.length < 4 || size.some((part) => part > 0x7f)) return null;
  const hasFooter = ((bytes[5] ?? 0) & 0x10) !== 0;
  return size.reduce((sum, part) => sum * 128 + part, 0) + (hasFooter ? 20 : 10);
}

/** A frame, and whatever follows it begins with another. */
function isMp3(bytes: Buffer): boolean {
  const first = afterTags(bytes);
  const length = first === null ? null : frameLength(bytes, first);
  if (first === null || length === null) return false;
  const second = first + length;
  return second === bytes.length || frameLength(bytes, second) !== null;
}

/** A whole first page, which says that it is Opus or Vorbis. */
function isOgg(bytes: Buffer): boolean {
  if (bytes.length < 28 || latin(bytes, 0, 4) !== 'OggS' || bytes[4] !== 0 || ((bytes[5] ?? 0) & 2) === 0) return false;
  const segments = bytes[26] ?? 0;
  const begin = 27 + segments;
  const end = bytes.subarray(27, begin).reduce((sum, length) => sum + length, begin);
  const codec = latin(bytes, begin, end);
  return end <= bytes.length && (codec.startsWith('OpusHead') || codec.startsWith('\x01vorbis'));
}

/** What a file is by its content: services often call it something else. Null: no sound that browsers play. */
export function soundType(bytes: Buffer): SpeechFile['mediaType'] | null {
  if (latin(bytes, 0, 4) === 'RIFF') return 'audio/wav';
  if (isOgg(bytes)) return 'audio/ogg';
  return isMp3(bytes) ? 'audio/mpeg' : null;
}

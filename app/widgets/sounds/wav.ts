/** PCM sound: one channel, 16 bits per sample, `rate` samples per second. */
export interface Pcm {
  readonly rate: number;
  readonly samples: Int16Array<ArrayBuffer>;
}

const headerBytes = 44;
const rates = { least: 8_000, most: 48_000 };

/** Writes a WAV file that contains nothing but the sound. */
export function writeWav({ rate, samples }: Pcm): Uint8Array<ArrayBuffer> {
  const dataBytes = samples.length * 2;
  const file = new Uint8Array(headerBytes + dataBytes);
  const view = new DataView(file.buffer);
  const text = (at: number, word: string) => {
    for (let index = 0; index < word.length; index++) file[at + index] = word.charCodeAt(index);
  };
  text(0, 'RIFF');
  view.setUint32(4, headerBytes - 8 + dataBytes, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  text(36, 'data');
  view.setUint32(40, dataBytes, true);
  // An iterator would take ten times as long.
  for (let index = 0; index < samples.length; index++)
    view.setInt16(headerBytes + index * 2, samples[index] ?? 0, true);
  return file;
}

interface Chunk {
  readonly start: number;
  readonly size: number;
}

/** The names that a file is recognised by, as the numbers that they are read as. */
const names = { RIFF: 0x52494646, WAVE: 0x57415645, format: 0x666d7420, data: 0x64617461 } as const;

/** The format and the samples of a RIFF file; null where a chunk is missing or exceeds the file. */
function chunksOf(view: DataView): { readonly format: Chunk; readonly data: Chunk } | null {
  const isWav = view.byteLength >= headerBytes && view.getUint32(0) === names.RIFF && view.getUint32(8) === names.WAVE;
  if (!isWav) return null;
  let format: Chunk | null = null;
  let data: Chunk | null = null;
  // A file may have hundreds of thousands of chunks: none but these two is stored.
  for (let at = 12; at + 8 <= view.byteLength; ) {
    const name = view.getUint32(at);
    const size = view.getUint32(at + 4, true);
    const start = at + 8;
    if (start + size > view.byteLength) return null;
    if (name === names.format) format ??= { start, size };
    if (name === names.data) data ??= { start, size };
    at = start + size + (size % 2);
  }
  return format && data && { format, data };
}

/**
 * Reads a WAV file of 16 bits, one or two channels (mixed to one) and 8,000 to 48,000 samples per second. Null for anything else,
 * including files with a contradictory header.
 */
export function readWav(file: Uint8Array): Pcm | null {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const chunks = chunksOf(view);
  if (chunks === null || chunks.format.size < 16) return null;
  const { format, data } = chunks;
  const field = (at: number) => view.getUint16(format.start + at, true);
  const rate = view.getUint32(format.start + 4, true);
  const channels = field(2);
  const isKnown =
    field(0) === 1 && (channels === 1 || channels === 2) && field(14) === 16 && field(12) === channels * 2;
  if (!isKnown || rate < rates.least || rate > rates.most) return null;
  const samples = new Int16Array(Math.floor(data.size / (2 * channels)));
  for (let index = 0; index < samples.length; index++) {
    const at = data.start + index * 2 * channels;
    const first = view.getInt16(at, true);
    samples[index] = channels === 1 ? first : Math.round((first + view.getInt16(at + 2, true)) / 2);
  }
  return { rate, samples };
}

/** Small audio files that are made byte by byte: nobody has to be asked for them. */

const frame = { bytes: 96, seconds: 0.024 } as const;

/** A silent MP3 of 32 kbit/s, 48 kHz and one channel: 96 bytes for each 24 ms. */
export function silentMp3(seconds: number): Buffer {
  const one = Buffer.alloc(frame.bytes);
  one.set([0xff, 0xfb, 0x14, 0xc0]);
  return Buffer.concat(Array.from({ length: Math.round(seconds / frame.seconds) }, () => one));
}

/** Silent frames of two lengths by turns, which nothing counts. */
export function unevenMp3(seconds: number): Buffer {
  const long = Buffer.alloc(2 * frame.bytes);
  // 64 kbit/s.
  long.set([0xff, 0xfb, 0x54, 0xc0]);
  const short = silentMp3(frame.seconds);
  const pairs = Math.round(seconds / frame.seconds / 2);
  return Buffer.concat(Array.from({ length: pairs }, () => [short, long]).flat());
}

function box(name: string, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8, 0);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, body]);
}

const numbers = (...values: readonly number[]) => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, 4 * at);
  return bytes;
};

/** Samples of AAC in a second, and in a frame. */
const aacRate = 48_000;
const aacSamples = 1_000;

/** The first boxes of an M4A with AAC; `units`: how long its tables say that it is, in parts of a second. */
function headOfM4a(units: number, handler: 'soun' | 'vide', ...more: readonly Buffer[]): Buffer {
  const entry = Buffer.alloc(28);
  entry.writeUInt16BE(1, 6);
  entry.writeUInt16BE(1, 16);
  entry.writeUInt16BE(16, 18);
  entry.writeUInt32BE(aacRate * 65_536, 24);
  const samples = units / aacSamples;
  const tables = box(
    'stbl',
    box('stsd', numbers(0, 1), box('mp4a', entry)),
    box('stts', numbers(0, ...(samples === 0 ? [0] : [1, samples, aacSamples]))),
    box('stsz', numbers(0, samples === 0 ? 0 : 4, samples)),
  );
  const media = box(
    'mdia',
    box('mdhd', numbers(0, 0, 0, aacRate, units, 0)),
    box('hdlr', numbers(0, 0), Buffer.from(handler), Buffer.alloc(13)),
    box('minf', tables),
  );
  const header = box('mvhd', numbers(0, 0, 0, aacRate, units), Buffer.alloc(80));
  const track = box('trak', box('tkhd', numbers(0, 0, 0, 1, 0, units), Buffer.alloc(60)), media);
  return Buffer.concat([
    box('ftyp', Buffer.from('M4A '), numbers(0), Buffer.from('M4A mp42')),
    box('moov', header, track, ...more),
  ]);
}

/** An M4A whose tables speak of so many seconds of AAC; `handler`: `vide` says that it is a film. */
export function tableM4a(seconds: number, handler: 'soun' | 'vide' = 'soun'): Buffer {
  return Buffer.concat([headOfM4a(seconds * aacRate, handler), box('mdat', Buffer.alloc(400))]);
}

/**
 * An M4A that was written while it was recorded: fragments of a second, of which the head says nothing. `saidBy`: where the duration of a sample
 * stands: in the head, once in each fragment, or at each sample.
 */
export function fragmentedM4a(seconds: number, saidBy: 'head' | 'fragment' | 'sample'): Buffer {
  const count = aacRate / aacSamples;
  const defaults = box('mvex', box('trex', numbers(0, 1, 1, saidBy === 'head' ? aacSamples : 0, 4, 0)));
  const head =
    saidBy === 'fragment' ? numbers(0x2_00_08, 1, aacSamples) : numbers(saidBy === 'head' ? 0x2_00_00 : 0, 1);
  const run =
    saidBy === 'sample'
      ? numbers(0x3_01, count, 0, ...Array.from({ length: count }, () => [aacSamples, 4]).flat())
      : numbers(0x1, count, 0);
  const fragment = Buffer.concat([
    box(
      'moof',
      box('mfhd', numbers(0, 1)),
      box('traf', box('tfhd', head), box('tfdt', numbers(0, 0)), box('trun', run)),
    ),
    box('mdat', Buffer.alloc(4 * count)),
  ]);
  return Buffer.concat([headOfM4a(0, 'soun', defaults), ...Array.from({ length: seconds }, () => fragment)]);
}

/** A page of Ogg with one packet; `ends`: the number of samples up to its end. */
function page(packet: Buffer, at: number, { ends, kind }: { readonly ends: number; readonly kind: number }): Buffer {
  const head = Buffer.alloc(28);
  head.write('OggS', 0, 'latin1');
  head[5] = kind;
  head.writeBigInt64LE(BigInt(ends), 6);
  head.writeUInt32LE(7, 14);
  head.writeUInt32LE(at, 18);
  head[26] = 1;
  head[27] = packet.length;
  return Buffer.concat([head, packet]);
}

/** An Ogg file whose pages speak of so many seconds of Opus. */
export function pagesOfOpus(seconds: number): Buffer {
  const header = Buffer.from('OpusHead\x01\x01\x00\x00\x80\xbb\x00\x00\x00\x00\x00', 'latin1');
  const tags = Buffer.concat([Buffer.from('OpusTags'), Buffer.alloc(8)]);
  return Buffer.concat([
    page(header, 0, { ends: 0, kind: 2 }),
    page(tags, 1, { ends: 0, kind: 0 }),
    page(Buffer.from([0xf8, 0xff, 0xfe]), 2, { ends: seconds * 48_000, kind: 4 }),
  ]);
}

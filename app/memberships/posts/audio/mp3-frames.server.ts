import type { FileHandle } from 'node:fs/promises';

/** Kilobits a second of a frame of Layer 3, by its four bits: of MPEG 1, and of the later versions. */
const rates = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const;
/** Samples a second of MPEG 1, by two bits. MPEG 2 has half as many, MPEG 2.5 a quarter. */
const frequencies = [44_100, 48_000, 32_000] as const;
const halvings: Readonly<Record<number, number>> = { 3: 0, 2: 1, 0: 2 };

const windowBytes = 1024 * 1024;
/** The longest frame, and the head of the next. */
const ahead = 2_048;

interface Frame {
  readonly bytes: number;
  readonly samples: number;
  readonly frequency: number;
}

/** The frame of Layer 3 that begins at a place; null: none does. */
function frameAt(bytes: Buffer, at: number): Frame | null {
  const second = bytes[at + 1] ?? 0;
  const third = bytes[at + 2] ?? 0;
  if (bytes[at] !== 0xff || (second & 0xe6) !== 0xe2) return null;
  const halved = halvings[(second >> 3) & 3];
  const full = frequencies[(third >> 2) & 3];
  if (halved === undefined || full === undefined) return null;
  const rate = rates[halved === 0 ? 0 : 1][third >> 4] ?? 0;
  if (rate === 0) return null;
  const frequency = full >> halved;
  const samples = halved === 0 ? 1_152 : 576;
  return { bytes: Math.floor((samples * rate * 125) / frequency) + ((third >> 1) & 1), samples, frequency };
}

/** How many bytes the tag before the sound takes. */
function tagBytes(head: Buffer): number {
  if (head.toString('latin1', 0, 3) !== 'ID3') return 0;
  const [a = 0, b = 0, c = 0, d = 0] = head.subarray(6, 10);
  return 10 + a * 0x20_00_00 + b * 0x40_00 + c * 0x80 + d;
}

/** Whether the frame holds a table of the file in the place of sound. */
const isTable = (frame: Buffer) => /Xing|Info/.test(frame.toString('latin1', 0, 64));

/**
 * How long an MP3 plays, in seconds, by all of its frames: what its tables say of it, or its first frames, may be untrue. What is no frame is
 * passed over, as players do.
 */
export async function secondsOfFrames(file: FileHandle, size: number): Promise<number> {
  const samples = new Map<number, number>();
  const bytes = Buffer.alloc(windowBytes);
  await file.read(bytes, 0, 10, 0);
  let from = tagBytes(bytes);
  let inFrames = false;
  while (from < size) {
    const { bytesRead } = await file.read(bytes, 0, windowBytes, from);
    const seen = bytes.subarray(0, bytesRead);
    const isLast = from + bytesRead >= size;
    const end = isLast ? bytesRead : bytesRead - ahead;
    let at = 0;
    while (at < end) {
      const frame = frameAt(seen, at);
      // Noise may look like one frame: the first one after it counts where another one follows.
      if (frame === null || !(inFrames || frameAt(seen, at + frame.bytes) !== null)) {
        inFrames = false;
        at += 1;
        continue;
      }
      const isFirst = samples.size === 0;
      if (!isFirst || !isTable(seen.subarray(at, at + frame.bytes)))
        samples.set(frame.frequency, (samples.get(frame.frequency) ?? 0) + frame.samples);
      inFrames = true;
      at += frame.bytes;
    }
    from += at;
    if (bytesRead === 0) break;
  }
  return [...samples].reduce((seconds, [frequency, count]) => seconds + count / frequency, 0);
}

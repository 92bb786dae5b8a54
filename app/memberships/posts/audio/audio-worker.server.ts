/** A thread that looks into an audio file. A hostile one may keep it busy or kill it: whoever started it ends it then (`AudioReader`). */
import { openAsBlob } from 'node:fs';
import { open } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { type IFormat, parseFromTokenizer } from 'music-metadata';
import { fromBlob } from 'strtok3';
import { z } from 'zod';
import type { AudioType } from '../post-limits.ts';
import type { AudioFacts } from './audio-content.server.ts';
import { secondsOfFrames } from './mp3-frames.server.ts';
import { readBoxes } from './mp4-boxes.server.ts';
import { secondsOfFragments } from './mp4-fragments.server.ts';

/** No part of the file is in memory that is larger: covers and tables of samples are smaller. */
const largestPart = 16 * 1024 * 1024;
/** The first bytes, by which a file may be known. */
const headBytes = 16;

const startsWith = (bytes: Buffer, text: string, at = 0) => bytes.toString('latin1', at, at + text.length) === text;

/** What a file may be by its first bytes; its name does not matter. */
function typeOf(head: Buffer): AudioType | null {
  if (startsWith(head, 'OggS')) return 'audio/ogg';
  if (startsWith(head, 'ftyp', 4)) return 'audio/mp4';
  const isLayer3 = head[0] === 0xff && ((head[1] ?? 0) & 0xe6) === 0xe2;
  return isLayer3 || startsWith(head, 'ID3') ? 'audio/mpeg' : null;
}

const codecs: Readonly<Record<AudioType, RegExp>> = {
  'audio/mpeg': /^MPEG [\d.]+ Layer 3$/,
  'audio/mp4': /^MPEG-4\/AAC$/,
  'audio/ogg': /^(?:Opus|Vorbis I)$/,
};

/** What the first bytes of a file say of its sound; `end`: where they end. */
async function formatOf(
  path: string,
  { type, end }: { readonly type: AudioType; readonly end: number },
): Promise<IFormat> {
  const blob = await openAsBlob(path, { type });
  const tokenizer = fromBlob(blob.slice(0, end, type), { maxBufferSize: largestPart });
  try {
    return (await parseFromTokenizer(tokenizer, { skipCovers: true })).format;
  } finally {
    await tokenizer.close();
  }
}

async function look(path: string): Promise<AudioFacts | 'unknown' | 'broken'> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const head = Buffer.alloc(headBytes);
    await file.read(head, 0, headBytes, 0);
    const type = typeOf(head);
    if (type === null) return 'unknown';
    // Before anything else: what has no frames would be searched for them byte by byte.
    const frames = type === 'audio/mpeg' ? await secondsOfFrames(file, size) : null;
    if (frames === 0) return 'broken';
    const boxes = type === 'audio/mp4' ? readBoxes(file, size) : null;
    if (boxes?.isWhole === false) return 'broken';
    const fragment = boxes?.fragments[0];
    // The head says what the sound is, and the fragments say how long.
    const counted = boxes === null || fragment === undefined ? frames : secondsOfFragments(file, boxes);
    const { codec = '', hasVideo, ...format } = await formatOf(path, { type, end: fragment?.at ?? size });
    if (codec !== '' && (!codecs[type].test(codec) || hasVideo === true)) return 'unknown';
    const duration = counted ?? format.duration;
    const isSound = duration !== undefined && Number.isFinite(duration) && duration > 0;
    if (codec === '' || !isSound) return 'broken';
    return { type, seconds: Math.ceil(duration), bytes: size };
  } finally {
    await file.close();
  }
}

const path = z.string().parse(workerData);
look(path).then(
  (found) => parentPort?.postMessage(found),
  (error: unknown) => {
    // What the system refuses says nothing of the file.
    if (error instanceof Error && 'syscall' in error) throw error;
    parentPort?.postMessage('broken');
  },
);

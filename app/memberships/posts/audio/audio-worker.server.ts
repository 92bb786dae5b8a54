/** A thread that looks into an audio file. A hostile one may keep it busy or kill it: whoever started it ends it then (`AudioReader`). */
import { openAsBlob } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { type IFormat, parseFromTokenizer } from 'music-metadata';
import { fromBlob } from 'strtok3';
import { z } from 'zod';
import type { AudioType } from '../post-limits.ts';
import type { AudioFacts } from './audio-content.server.ts';
import { secondsOfFrames } from './mp3-frames.server.ts';

/** No part of the file is in memory that is larger: covers and tables of samples are smaller. */
const largestPart = 16 * 1024 * 1024;
/** A box of MP4 begins with its length in four bytes, or with 1 and the length in eight bytes after its name. */
const boxHead = 16;

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

/** Whether the boxes of an MP4 file end where the file ends. */
async function isWhole(file: FileHandle, size: number): Promise<boolean> {
  const head = Buffer.alloc(boxHead);
  let at = 0;
  while (at + 8 <= size) {
    await file.read(head, 0, boxHead, at);
    const length = head.readUInt32BE(0);
    // The last box may leave its length out.
    if (length === 0) return true;
    const whole = length === 1 ? Number(head.readBigUInt64BE(8)) : length;
    if (whole < 8) return false;
    at += whole;
  }
  return at === size;
}

async function formatOf(path: string, type: AudioType): Promise<IFormat> {
  const tokenizer = fromBlob(await openAsBlob(path, { type }), { maxBufferSize: largestPart });
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
    const head = Buffer.alloc(boxHead);
    await file.read(head, 0, boxHead, 0);
    const type = typeOf(head);
    if (type === null) return 'unknown';
    // Before anything else: what has no frames would be searched for them byte by byte.
    const counted = type === 'audio/mpeg' ? await secondsOfFrames(file, size) : null;
    if (counted === 0) return 'broken';
    const { codec = '', hasVideo, ...format } = await formatOf(path, type);
    if (codec !== '' && (!codecs[type].test(codec) || hasVideo === true)) return 'unknown';
    const duration = counted ?? format.duration;
    const isSound = duration !== undefined && Number.isFinite(duration) && duration > 0;
    if (codec === '' || !isSound || (type === 'audio/mp4' && !(await isWhole(file, size)))) return 'broken';
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

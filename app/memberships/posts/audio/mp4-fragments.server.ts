import { readSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { boxAt, boxesIn, type readBoxes } from './mp4-boxes.server.ts';

/** A box that says how sound is stored is smaller. */
const largestBox = 16 * 1024 * 1024;

/** The flags of the boxes of a fragment, by what they say is there. */
const flags = { offset: 0x1, description: 0x2, duration: 0x8, firstSample: 0x4, eachDuration: 0x100 } as const;
/** What else each sample of a run may have, in four bytes each: size, flags, and when it is shown. */
const others = [0x200, 0x400, 0x800] as const;

/** The track of the sound. */
interface Track {
  readonly id: number;
  /** In a second. */
  readonly units: number;
  /** Of the samples that the tables list, before the fragments. */
  readonly listed: number;
  /** Of a sample whose fragment says nothing else. */
  readonly usual: number;
}

const flagsOf = (body: Buffer) => body.readUIntBE(1, 3);

/** The sum of a table with a count and a duration in each row. */
function durationOf(table: Buffer | null): number {
  const rows = table === null ? 0 : Math.min(table.readUInt32BE(4), Math.floor((table.length - 8) / 8));
  let sum = 0;
  for (let row = 0; row < rows; row += 1)
    sum += (table?.readUInt32BE(8 + 8 * row) ?? 0) * (table?.readUInt32BE(12 + 8 * row) ?? 0);
  return sum;
}

function soundTrack(moov: Buffer): Track | null {
  for (const { name, body } of boxesIn(moov)) {
    const isSound = boxAt(body, 'mdia', 'hdlr')?.toString('latin1', 8, 12) === 'soun';
    const head = boxAt(body, 'tkhd');
    const media = boxAt(body, 'mdia', 'mdhd');
    if (name !== 'trak' || !isSound || head === null || media === null) continue;
    // Version 1 has moments of eight bytes before these.
    const id = head.readUInt32BE(head[0] === 1 ? 20 : 12);
    const units = media.readUInt32BE(media[0] === 1 ? 20 : 12);
    const defaults = boxesIn(boxAt(moov, 'mvex') ?? Buffer.alloc(0)).filter((box) => box.name === 'trex');
    const own = defaults.find((box) => box.body.readUInt32BE(4) === id);
    const listed = durationOf(boxAt(body, 'mdia', 'minf', 'stbl', 'stts'));
    return { id, units, listed, usual: own?.body.readUInt32BE(12) ?? 0 };
  }
  return null;
}

/** How long a run of samples lasts. */
function durationOfRun(run: Buffer, usual: number): number {
  const has = flagsOf(run);
  const count = run.readUInt32BE(4);
  if ((has & flags.eachDuration) === 0) return count * usual;
  const first = 8 + ((has & flags.offset) === 0 ? 0 : 4) + ((has & flags.firstSample) === 0 ? 0 : 4);
  const step = 4 + 4 * others.filter((flag) => (has & flag) !== 0).length;
  let sum = 0;
  for (let sample = 0; sample < count; sample += 1) sum += run.readUInt32BE(first + sample * step);
  return sum;
}

/** How long the samples of a track in a fragment last. */
function durationIn(fragment: Buffer, { id, usual }: Track): number {
  let sum = 0;
  for (const { name, body } of boxesIn(fragment)) {
    const head = name === 'traf' ? boxAt(body, 'tfhd') : null;
    if (head === null || head.readUInt32BE(4) !== id) continue;
    const has = flagsOf(head);
    const at = 8 + ((has & flags.offset) === 0 ? 0 : 8) + ((has & flags.description) === 0 ? 0 : 4);
    const own = (has & flags.duration) === 0 ? usual : head.readUInt32BE(at);
    for (const run of boxesIn(body)) if (run.name === 'trun') sum += durationOfRun(run.body, own);
  }
  return sum;
}

/**
 * How long an MP4 file plays whose sound is stored in fragments, in seconds, by all of them: what its head says of the whole may be untrue, or
 * nothing, since it was written before the sound was there. Throws where it cannot be read.
 */
export function secondsOfFragments({ fd }: FileHandle, { moov, fragments }: ReturnType<typeof readBoxes>): number {
  const bodyOf = ({ at, length }: { readonly at: number; readonly length: number }) => {
    if (length > largestBox) throw new Error('a box is too large');
    const body = Buffer.alloc(length - 8);
    readSync(fd, body, 0, body.length, at + 8);
    return body;
  };
  const track = moov && soundTrack(bodyOf(moov));
  if (track === null) return 0;
  let units = track.listed;
  for (const fragment of fragments) units += durationIn(bodyOf(fragment), track);
  return units / track.units;
}

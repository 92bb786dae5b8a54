import { type Pcm, readWav, writeWav } from './wav.ts';
import { ownSounds } from './widget-choices.ts';

/** So loud is the loudest place of each own sound, of 32,767: two sounds of different makers do not differ by much. */
const loudest = 29_000;
/** Nothing is heard of what stays below. */
const silence = 64;
const fadeSeconds = 0.01;

/** Brings the loudest place to one level and lets the ends come softly, so that neither clicks. */
function level({ rate, samples }: Pcm): Pcm | null {
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  if (peak < silence) return null;
  const fade = Math.min(Math.ceil(fadeSeconds * rate), Math.ceil(samples.length / 2));
  const made = samples.map((sample, index) => {
    const edge = Math.min(1, (index + 1) / fade, (samples.length - index) / fade);
    return Math.round((sample / peak) * loudest * edge);
  });
  return { rate, samples: made };
}

/** A sound that was made of an uploaded file. */
export interface MadeSound {
  readonly bytes: Uint8Array;
  readonly milliseconds: number;
}

/**
 * Makes a sound of an uploaded file: reads the samples, levels them and writes a new file of nothing but them. Answers what is
 * wrong with the file where it cannot be done.
 */
export function makeSound(file: Uint8Array): MadeSound | 'unknown' | 'long' | 'silent' {
  const read = readWav(file);
  if (read === null || read.samples.length === 0) return 'unknown';
  const milliseconds = Math.ceil((read.samples.length / read.rate) * 1_000);
  // What browsers make is a few samples longer than asked for.
  if (milliseconds > ownSounds.seconds * 1_000 + 50) return 'long';
  const made = level(read);
  return made === null ? 'silent' : { bytes: writeWav(made), milliseconds };
}

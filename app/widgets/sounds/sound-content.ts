import { ownSounds } from '../widget-choices.ts';
import { type Pcm, readWav, writeWav } from './wav.ts';

/** The peak of each uploaded sound, of 32,767, so that sounds from different sources are about equally loud. */
const loudest = 29_000;
/** A peak below this is inaudible. */
const silence = 64;
const fadeSeconds = 0.01;

/** Normalizes the peak and fades both ends, so that neither clicks. */
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

/** A sound made from an uploaded file. */
export interface MadeSound {
  readonly bytes: Uint8Array;
  readonly milliseconds: number;
}

/**
 * Makes a sound from an uploaded file: reads the samples, normalizes them and writes a new file with nothing else in it. Returns the
 * problem with the file where that is not possible.
 */
export function makeSound(file: Uint8Array): MadeSound | 'unknown' | 'long' | 'silent' {
  const read = readWav(file);
  if (read === null || read.samples.length === 0) return 'unknown';
  const milliseconds = Math.ceil((read.samples.length / read.rate) * 1_000);
  // Browsers render a few samples more than requested.
  if (milliseconds > ownSounds.seconds * 1_000 + 50) return 'long';
  const made = level(read);
  return made === null ? 'silent' : { bytes: writeWav(made), milliseconds };
}

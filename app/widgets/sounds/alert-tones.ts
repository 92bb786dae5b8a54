import type { BuiltInSound } from '../widget-choices.ts';

/** One note of a built-in sound. */
export interface Tone {
  /** Seconds after the start. */
  readonly at: number;
  /** Hertz. */
  readonly pitch: number;
  /** Seconds until it is silent. */
  readonly lasts: number;
  readonly level: number;
  readonly wave: OscillatorType;
  /** The pitch at the end of a glide. */
  readonly glide?: number;
}

/** A bell, with inharmonic partials. */
function bell(at: number, pitch: number, level: number, lasts: number): Tone[] {
  return [
    { at, pitch, lasts, level, wave: 'sine' },
    { at, pitch: pitch * 2.76, lasts: lasts * 0.45, level: level * 0.35, wave: 'sine' },
    { at, pitch: pitch * 5.4, lasts: lasts * 0.2, level: level * 0.16, wave: 'sine' },
  ];
}

/** A plucked string: a bright attack over a longer tone. */
function pluck(at: number, pitch: number, level: number): Tone[] {
  return [
    { at, pitch, lasts: 1.1, level, wave: 'triangle' },
    { at, pitch: pitch * 2, lasts: 0.35, level: level * 0.4, wave: 'sawtooth' },
  ];
}

const chime = [587.33, 739.99, 880, 1174.66];
const strings = [293.66, 440, 587.33, 440, 659.25];

/** The built-in sounds, synthesized so that nothing has to be loaded. */
export const tones: Readonly<Record<Exclude<BuiltInSound, 'none'>, readonly Tone[]>> = {
  chime: chime.flatMap((pitch, at) => bell(at * 0.13, pitch, at === chime.length - 1 ? 0.5 : 0.38, 1.6)),
  bell: [...bell(0, 392, 0.6, 2.4), ...bell(0.36, 523.25, 0.5, 2.2)],
  strings: strings.flatMap((pitch, at) => pluck(at * 0.15, pitch, 0.4)),
  pop: [
    { at: 0, pitch: 320, lasts: 0.16, level: 0.7, wave: 'sine', glide: 900 },
    { at: 0.12, pitch: 480, lasts: 0.22, level: 0.6, wave: 'sine', glide: 1_300 },
  ],
};

/** The length of a sound in seconds. */
export function lengthOf(sound: readonly Tone[]): number {
  return Math.max(0, ...sound.map(({ at, lasts }) => at + lasts));
}

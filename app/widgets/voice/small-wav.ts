import type { Pcm } from '../sounds/wav.ts';

/** The widget page stops a voice after 14 seconds, in which it may have waited for it. */
const mostSeconds = 12;
const fadeSeconds = 0.1;
const headerBytes = 58;

const bias = 0x84;
const clip = 32_635;

/** A sample as eight bits of the μ-law (G.711): steps are as fine as 16 bits where it is quiet. */
function muLaw(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const magnitude = Math.min(Math.abs(sample), clip) + bias;
  const exponent = 31 - Math.clz32(magnitude) - 7;
  const mantissa = (magnitude >> (exponent + 3)) & 0x0f;
  return ~(sign | (exponent << 4) | mantissa) & 0xff;
}

/** The first 12 seconds as a WAV file of eight bits a sample, half of what 16 bits take; browsers decode it. */
export function writeSmallWav({ rate, samples }: Pcm): Uint8Array<ArrayBuffer> {
  const length = Math.min(samples.length, mostSeconds * rate);
  const fade = samples.length > length ? fadeSeconds * rate : 0;
  const file = new Uint8Array(headerBytes + length);
  const view = new DataView(file.buffer);
  const text = (at: number, word: string) => {
    for (let index = 0; index < word.length; index++) file[at + index] = word.charCodeAt(index);
  };
  text(0, 'RIFF');
  view.setUint32(4, headerBytes - 8 + length, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 18, true);
  view.setUint16(20, 7, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  text(38, 'fact');
  view.setUint32(42, 4, true);
  view.setUint32(46, length, true);
  text(50, 'data');
  view.setUint32(54, length, true);
  for (let at = 0; at < length; at++) {
    const edge = fade === 0 ? 1 : Math.min(1, (length - at) / fade);
    file[headerBytes + at] = muLaw(Math.round((samples[at] ?? 0) * edge));
  }
  return file;
}

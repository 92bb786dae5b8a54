import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeSound } from './sound-content.ts';
import { readWav, writeWav } from './wav.ts';

const tone = (seconds: number, rate = 8_000, peak = 12_000) =>
  Int16Array.from({ length: seconds * rate }, (_, at) => Math.round(Math.sin(at / 5) * peak));

test('reads what it has written', () => {
  const samples = tone(0.1);
  const read = readWav(writeWav({ rate: 44_100, samples }));
  expect(read?.rate).toBe(44_100);
  expect(read?.samples).toEqual(samples);
});

test('mixes two channels to one and drops everything but the sound', () => {
  const mono = writeWav({
    rate: 8_000,
    samples: Int16Array.from({ length: 400 }, (_, at) => (at % 2 ? 9_000 : 3_000)),
  });
  const view = new DataView(mono.buffer);
  view.setUint16(22, 2, true);
  view.setUint16(32, 4, true);
  const note = new TextEncoder().encode('LIST\u0010\u0000\u0000\u0000<script>alert(1)');
  const file = new Uint8Array([...mono, ...note]);
  expect([...(readWav(file)?.samples ?? [])]).toEqual(Array.from({ length: 200 }, () => 6_000));
  const made = makeSound(file);
  if (typeof made === 'string') throw new Error(made);
  expect(made.bytes).toHaveLength(44 + 400);
  expect(Buffer.from(made.bytes).includes('script')).toBe(false);
  expect(made.milliseconds).toBe(25);
});

test('normalizes loudness and fades both ends', () => {
  const peaks = [200, 32_000].map((peak) => {
    const made = makeSound(writeWav({ rate: 8_000, samples: tone(1, 8_000, peak) }));
    const samples = typeof made === 'string' ? null : readWav(made.bytes)?.samples;
    return [Math.max(...(samples ?? [])), Math.abs(samples?.at(-1) ?? 9_999) < 500];
  });
  expect(peaks.map(([peak]) => Number(peak) > 28_500 && Number(peak) <= 29_000)).toEqual([true, true]);
  expect(peaks.map(([, isSoft]) => isSoft)).toEqual([true, true]);
});

test('reports the problem with a file', () => {
  const sound = (samples: Int16Array<ArrayBuffer>) => writeWav({ rate: 8_000, samples });
  expect(makeSound(sound(tone(9)))).toBe('long');
  expect(makeSound(sound(new Int16Array(8_000)))).toBe('silent');
  expect(makeSound(sound(new Int16Array(0)))).toBe('unknown');
  expect(makeSound(new TextEncoder().encode('ID3 это mp3, а не wav, и в нём много байтов подряд'))).toBe('unknown');
  expect(makeSound(sound(tone(1)).subarray(0, 500))).toBe('unknown');
});

test('never throws on mutated files and never returns anything but a sound', () => {
  const whole = writeWav({ rate: 8_000, samples: tone(0.2) });
  const change = fc.tuple(fc.nat(whole.length - 1), fc.nat(255));
  fc.assert(
    fc.property(fc.array(change, { maxLength: 12 }), fc.nat(whole.length), (changes, length) => {
      const file = whole.slice(0, length);
      for (const [at, byte] of changes) if (at < length) file[at] = byte;
      const made = makeSound(file);
      if (typeof made !== 'string') expect(made.bytes.length).toBeLessThanOrEqual(44 + file.length);
    }),
    { numRuns: 400 },
  );
});

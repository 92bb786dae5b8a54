import { readWav } from './wav.ts';

const loadMilliseconds = 2_500;

const soundAddress = (name: string) => `/api/Widget/Sound?name=${encodeURIComponent(name)}`;

async function fetchSound(name: string): Promise<AudioBuffer | null> {
  const answer = await fetch(soundAddress(name), {
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(loadMilliseconds),
  });
  const sound = answer.ok ? readWav(new Uint8Array(await answer.arrayBuffer())) : null;
  if (sound === null || sound.samples.length === 0) return null;
  const { rate, samples } = sound;
  const buffer = new AudioBuffer({ length: samples.length, sampleRate: rate, numberOfChannels: 1 });
  buffer.copyToChannel(
    Float32Array.from(samples, (sample) => sample / 32_768),
    0,
  );
  return buffer;
}

/** The uploaded sounds of a page, each loaded once. */
export class OwnSounds {
  readonly #known = new Map<string, Promise<AudioBuffer | null>>();

  /** Null where it cannot be loaded within 2.5 s; the next call tries again. */
  load(name: string): Promise<AudioBuffer | null> {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const loading = fetchSound(name).catch(() => null);
    this.#known.set(name, loading);
    void loading.then((buffer) => buffer === null && this.#known.delete(name));
    return loading;
  }
}

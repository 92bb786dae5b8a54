import { isBuiltInSound } from '../widget-choices.ts';
import type { AudioState } from '../widget-shapes.ts';
import { lengthOf, type Tone, tones } from './alert-tones.ts';
import { OwnSounds } from './own-sound.ts';
import { sleep, stepWithin } from './time-limit.ts';

const wakeMilliseconds = 800;

function playTone(context: AudioContext, out: AudioNode, tone: Tone): void {
  const begin = context.currentTime + 0.03 + tone.at;
  const oscillator = new OscillatorNode(context, { type: tone.wave, frequency: tone.pitch });
  if (tone.glide !== undefined) oscillator.frequency.exponentialRampToValueAtTime(tone.glide, begin + tone.lasts);
  const shape = new GainNode(context, { gain: 0 });
  shape.gain.setValueAtTime(0, begin);
  shape.gain.linearRampToValueAtTime(tone.level, begin + 0.012);
  shape.gain.exponentialRampToValueAtTime(0.0008, begin + tone.lasts);
  oscillator.connect(shape).connect(out);
  oscillator.start(begin);
  oscillator.stop(begin + tone.lasts);
}

/** Returns the length in seconds. */
function playTones(context: AudioContext, out: AudioNode, sound: string): number {
  const played = tones[isBuiltInSound(sound) && sound !== 'none' ? sound : 'chime'];
  for (const tone of played) playTone(context, out, tone);
  return lengthOf(played);
}

/** Returns the length in seconds. */
function playRecord(context: AudioContext, out: AudioNode, buffer: AudioBuffer): number {
  const source = new AudioBufferSourceNode(context, { buffer });
  source.connect(out);
  source.start();
  return buffer.duration;
}

/**
 * The sound of a widget page. Browser sources sometimes lose their sound after a while: an audio context that does not resume
 * is replaced by a new one, and an alert never waits for it.
 */
export class AlertAudio {
  #context: AudioContext | null = null;
  readonly #changed: () => void;
  readonly #own = new OwnSounds();

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get state(): Exclude<AudioState, 'muted'> {
    if (typeof AudioContext === 'undefined') return 'missing';
    return this.#context?.state === 'running' ? 'ok' : 'suspended';
  }

  /** Tries to enable sound, which the browser may allow only after a click. */
  async wake(): Promise<boolean> {
    if (typeof AudioContext === 'undefined') return false;
    const context = this.#context ?? this.#make();
    if (context.state !== 'running') await stepWithin(wakeMilliseconds, () => context.resume());
    return context.state === 'running';
  }

  /** Loads an uploaded sound, so that it is ready when its alert appears. */
  async load(sound: string): Promise<void> {
    if (!isBuiltInSound(sound)) await this.#own.load(sound);
  }

  /** Plays a sound to its end. An uploaded sound that cannot be loaded is replaced by a built-in one. */
  async play(sound: string, volume: number, signal: AbortSignal): Promise<void> {
    if (sound === 'none' || volume === 0) return;
    const own = isBuiltInSound(sound) ? null : await this.#own.load(sound);
    await this.#play(volume, signal, (context, out) =>
      own === null ? playTones(context, out, sound) : playRecord(context, out, own),
    );
  }

  /** Plays what the server's voice says to its end. False: the browser allows no sound. */
  say(speech: AudioBuffer, volume: number, signal: AbortSignal): Promise<boolean> {
    return this.#play(volume, signal, (context, out) => playRecord(context, out, speech));
  }

  /** `start` returns the length in seconds. */
  async #play(
    volume: number,
    signal: AbortSignal,
    start: (context: AudioContext, out: AudioNode) => number,
  ): Promise<boolean> {
    if (!(await this.wake())) {
      this.close();
      if (!(await this.wake())) return false;
    }
    const context = this.#context;
    if (context === null || signal.aborted) return false;
    const out = new GainNode(context, { gain: (volume / 100) ** 2 });
    out.connect(context.destination);
    await sleep(start(context, out) * 1_000, signal);
    out.disconnect();
    return true;
  }

  close(): void {
    const context = this.#context;
    this.#context = null;
    context?.removeEventListener('statechange', this.#changed);
    void context?.close().catch(() => undefined);
  }

  #make(): AudioContext {
    const context = new AudioContext();
    context.addEventListener('statechange', this.#changed);
    this.#context = context;
    return context;
  }
}

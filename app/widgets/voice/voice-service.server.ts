import { type ProcessClock, processClock } from '#base/process/process-clock.server.ts';
import { readWav } from '../sounds/wav.ts';
import { writeSmallWav } from './small-wav.ts';
import { soundType } from './sound-type.server.ts';
import type { SpeechFile } from './speech-store.server.ts';
import type { SpeechWords } from './speech-words.server.ts';

interface VoiceServiceOptions {
  readonly url: string;
  readonly key: string | undefined;
  readonly clock?: ProcessClock | undefined;
  readonly timeoutMilliseconds?: number;
}

type SpokenWords = Pick<SpeechWords, 'text' | 'language' | 'rate'>;

const mostAnswered = 2_000_000;
const mostStored = 1_000_000;
/** After so many failures in a row the service is left alone for a while: alerts must not wait for it one after the other. */
const failuresInRow = 3;
const pauseMilliseconds = 60_000;
/**
 * A page does not wait for longer: an answer that comes later is a failure too, though it is stored. A long text may take its time, so that
 * nobody can have the service left alone.
 */
const usefulMilliseconds = 2_000;
const shortLetters = 120;

async function bytesOf({ body }: Response): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body ?? []) {
    bytes += part.length;
    if (bytes > mostAnswered) throw new Error('the answer of VOICE_URL is too long');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** The sound in an answer; throws where it is none. A WAV is decoded and written anew. */
function soundOf(bytes: Buffer): SpeechFile {
  const mediaType = soundType(bytes);
  if (mediaType === null) throw new Error('the answer of VOICE_URL is no sound');
  if (mediaType === 'audio/wav') {
    const pcm = readWav(bytes);
    if (pcm === null || pcm.samples.length === 0) throw new Error('the WAV of VOICE_URL is not one of 16 bits');
    return { mediaType, bytes: writeSmallWav(pcm) };
  }
  if (bytes.length > mostStored) throw new Error('the answer of VOICE_URL is too long');
  return { mediaType, bytes };
}

/** The operator's service for a better voice (docs/operation.md#the-voice-of-the-server). */
export class VoiceService {
  readonly #options: VoiceServiceOptions;
  readonly #clock: ProcessClock;
  #failures = 0;
  #pausedUntil = 0;
  #isTried = false;

  constructor(options: VoiceServiceOptions) {
    this.#options = options;
    this.#clock = options.clock ?? processClock;
  }

  /** False while it is left alone after failures, and then while one text tries it: the others need not wait to see it fail again. */
  get isUsable(): boolean {
    return this.#failures < failuresInRow || (this.#clock.now() >= this.#pausedUntil && !this.#isTried);
  }

  /** Has a text said. Rejects where the service does not answer with a sound in time, or on `stop`, which is no failure of it. */
  async speak(words: SpokenWords, stop?: AbortSignal): Promise<SpeechFile> {
    const beganAt = this.#clock.now();
    const isTrial = this.#failures >= failuresInRow;
    this.#isTried ||= isTrial;
    try {
      const file = await this.#ask(words, stop);
      const isLate = words.text.length <= shortLetters && this.#clock.now() - beganAt > usefulMilliseconds;
      if (isLate) this.#fail();
      else this.#failures = 0;
      return file;
    } catch (error) {
      if (stop?.aborted !== true) this.#fail();
      throw error;
    } finally {
      if (isTrial) this.#isTried = false;
    }
  }

  #fail(): void {
    this.#failures += 1;
    if (this.#failures >= failuresInRow) this.#pausedUntil = this.#clock.now() + pauseMilliseconds;
  }

  async #ask({ text, language, rate: speed }: SpokenWords, stop?: AbortSignal): Promise<SpeechFile> {
    const { url, key, timeoutMilliseconds = 6_000 } = this.#options;
    const timeout = AbortSignal.timeout(timeoutMilliseconds);
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      signal: stop === undefined ? timeout : AbortSignal.any([timeout, stop]),
      headers: {
        'content-type': 'application/json',
        accept: 'audio/wav, audio/mpeg, audio/ogg',
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({ text, language, voice: 'default', speed }),
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new Error(`VOICE_URL answers ${response.status}`);
    }
    return soundOf(await bytesOf(response));
  }
}

import { type ProcessClock, processClock } from '#base/process/process-clock.server.ts';
import { readWav } from '../sounds/wav.ts';
import { writeSmallWav } from './small-wav.ts';
import type { SpeechFile } from './speech-store.server.ts';
import type { SpeechWords } from './speech-words.server.ts';

interface VoiceServiceOptions {
  readonly url: string;
  readonly key: string | undefined;
  readonly clock?: ProcessClock | undefined;
  readonly timeoutMilliseconds?: number;
}

const mostAnswered = 2_000_000;
const mostStored = 1_000_000;
/** After so many failures in a row the service is left alone for a while: alerts must not wait for it one after the other. */
const failuresInRow = 3;
const pauseMilliseconds = 60_000;

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

/** What a file is by its first bytes: services often call it something else. Null: no sound that browsers play. */
function mediaTypeOf(bytes: Buffer): SpeechFile['mediaType'] | null {
  const begins = (word: string) => bytes.subarray(0, word.length).toString('latin1') === word;
  if (begins('RIFF')) return 'audio/wav';
  if (begins('OggS')) return 'audio/ogg';
  const isFrame = bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0;
  return begins('ID3') || isFrame ? 'audio/mpeg' : null;
}

/** The sound in an answer; throws where it is none. A WAV is decoded and written anew. */
function soundOf(bytes: Buffer): SpeechFile {
  const mediaType = mediaTypeOf(bytes);
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

  constructor(options: VoiceServiceOptions) {
    this.#options = options;
    this.#clock = options.clock ?? processClock;
  }

  /** False while it is left alone after failures. */
  get isUsable(): boolean {
    return this.#clock.now() >= this.#pausedUntil;
  }

  /** Has a text said. Rejects where the service does not answer with a sound in time. */
  async speak(words: Pick<SpeechWords, 'text' | 'language' | 'rate'>): Promise<SpeechFile> {
    try {
      const file = await this.#ask(words);
      this.#failures = 0;
      return file;
    } catch (error) {
      this.#failures += 1;
      if (this.#failures >= failuresInRow) this.#pausedUntil = this.#clock.now() + pauseMilliseconds;
      throw error;
    }
  }

  async #ask({ text, language, rate: speed }: Pick<SpeechWords, 'text' | 'language' | 'rate'>): Promise<SpeechFile> {
    const { url, key, timeoutMilliseconds = 6_000 } = this.#options;
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMilliseconds),
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

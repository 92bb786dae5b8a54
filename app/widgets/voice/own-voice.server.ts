import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { readWav } from '../sounds/wav.ts';
import { writeSmallWav } from './small-wav.ts';
import type { SpeechFile } from './speech-store.server.ts';
import type { SpeechWords } from './speech-words.server.ts';

/** What the thread is asked. */
export type OwnVoiceQuestion = Pick<SpeechWords, 'text' | 'language' | 'rate'>;

/** A WAV file of 16 bits; null: it cannot be said. */
export type OwnVoiceAnswer = Uint8Array<ArrayBuffer> | null;

interface OwnVoiceOptions {
  /** The program of the thread; default: eSpeak NG. */
  readonly program?: URL;
  /** A thread that takes longer is ended. */
  readonly timeoutMilliseconds?: number;
}

const espeak = new URL('./espeak-worker.server.ts', import.meta.url);
/** A thread without work ends and frees its memory. */
const idleMilliseconds = 60_000;

/** The voice of the server itself: one text at a time, in a thread that is ended when it hangs and replaced when it dies. */
export class OwnVoice {
  readonly #program: URL;
  readonly #timeout: number;
  readonly #oneByOne = pLimit(1);
  #thread: Worker | null = null;
  #asked: PromiseWithResolvers<OwnVoiceAnswer> | null = null;
  #idle: NodeJS.Timeout | undefined;

  constructor({ program = espeak, timeoutMilliseconds = 5_000 }: OwnVoiceOptions = {}) {
    this.#program = program;
    this.#timeout = timeoutMilliseconds;
  }

  /** Says a text. Rejects where that takes too long or fails. */
  speak(question: OwnVoiceQuestion): Promise<SpeechFile> {
    return this.#oneByOne(async () => {
      clearTimeout(this.#idle);
      const answer = await this.#ask(question);
      this.#idle = setTimeout(() => void this.close(), idleMilliseconds).unref();
      const pcm = answer && readWav(answer);
      if (!pcm || pcm.samples.length === 0) throw new Error('the voice of the server has said nothing');
      return { mediaType: 'audio/wav', bytes: writeSmallWav(pcm) };
    });
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const thread = this.#thread;
    this.#thread = null;
    await thread?.terminate();
  }

  async #ask(question: OwnVoiceQuestion): Promise<OwnVoiceAnswer> {
    const asked = Promise.withResolvers<OwnVoiceAnswer>();
    this.#asked = asked;
    const timer = setTimeout(() => asked.reject(new Error('the voice of the server took too long')), this.#timeout);
    try {
      this.#thread ??= this.#start();
      this.#thread.postMessage(question);
      return await asked.promise;
    } catch (error) {
      // A thread that hangs ends when it can be stopped; the next text does not wait for it.
      void this.close();
      throw error;
    } finally {
      clearTimeout(timer);
      this.#asked = null;
    }
  }

  #start(): Worker {
    const thread = new Worker(this.#program, { resourceLimits: { maxOldGenerationSizeMb: 128 } });
    const end = (error: Error) => {
      if (this.#thread !== thread) return;
      this.#thread = null;
      this.#asked?.reject(error);
    };
    thread.on('message', (answer: OwnVoiceAnswer) => this.#thread === thread && this.#asked?.resolve(answer));
    thread.on('error', end);
    thread.on('exit', () => end(new Error('the thread of the voice has ended')));
    thread.unref();
    return thread;
  }
}

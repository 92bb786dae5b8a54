import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import type { AudioType } from '../post-limits.ts';

/** What is known of an audio file. `seconds`: rounded up. */
export interface AudioFacts {
  readonly type: AudioType;
  readonly seconds: number;
  readonly bytes: number;
}

interface AudioReaderOptions {
  /** The program of the thread. */
  readonly program?: URL;
  /** A thread that takes longer is ended. */
  readonly timeoutMilliseconds?: number;
}

const ownProgram = new URL('./audio-worker.server.ts', import.meta.url);

/** Whether a thread has reached its limit of memory: by a file that is made for it. */
const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

/** Files that wait for their look: beyond them a proxy in front would not wait for the answer. */
const mostWaiting = 3;

/** The memory of a thread beside parts of the file. */
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };

/** Looks into audio files without decoding them: each in a thread of its own, whose memory and time have a limit. */
export class AudioReader {
  readonly #program: URL;
  readonly #timeout: number;
  readonly #oneAtOnce = pLimit(1);

  constructor({ program = ownProgram, timeoutMilliseconds = 8_000 }: AudioReaderOptions = {}) {
    this.#program = program;
    this.#timeout = timeoutMilliseconds;
  }

  /** `unknown`: it is of no type that is taken. `broken`: it cannot be read through. Throws where the thread has not come to an answer. */
  async read(path: string): Promise<AudioFacts | 'unknown' | 'broken'> {
    if (this.#oneAtOnce.pendingCount >= mostWaiting) throw new Error('too many files wait for their look');
    return this.#oneAtOnce(async () => {
      const found = Promise.withResolvers<AudioFacts | 'unknown' | 'broken'>();
      const thread = new Worker(this.#program, { workerData: path, resourceLimits });
      const end = (why: string) => found.reject(new Error(why));
      const timer = setTimeout(end, this.#timeout, 'the look took too long');
      thread.on('message', found.resolve);
      thread.on('error', (error) => (isOutOfMemory(error) ? found.resolve('broken') : found.reject(error)));
      thread.on('exit', () => end('the thread ended without an answer'));
      try {
        return await found.promise;
      } finally {
        clearTimeout(timer);
        await thread.terminate();
      }
    });
  }
}

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

/** Looks into audio files without decoding them: each in a thread of its own, whose memory and time have a limit. */
export class AudioReader {
  readonly #program: URL;
  readonly #timeout: number;
  readonly #twoAtOnce = pLimit(2);

  constructor({ program = ownProgram, timeoutMilliseconds = 20_000 }: AudioReaderOptions = {}) {
    this.#program = program;
    this.#timeout = timeoutMilliseconds;
  }

  /** `unknown`: it is of no type that is taken. `broken`: it cannot be read through. */
  read(path: string): Promise<AudioFacts | 'unknown' | 'broken'> {
    return this.#twoAtOnce(async () => {
      const found = Promise.withResolvers<AudioFacts | 'unknown' | 'broken'>();
      const thread = new Worker(this.#program, { workerData: path, resourceLimits: { maxOldGenerationSizeMb: 128 } });
      const giveUp = () => found.resolve('broken');
      const timer = setTimeout(giveUp, this.#timeout);
      thread.on('message', found.resolve);
      thread.on('error', giveUp);
      thread.on('exit', giveUp);
      try {
        return await found.promise;
      } finally {
        clearTimeout(timer);
        await thread.terminate();
      }
    });
  }
}

import type { Logger } from 'pino';
import type { Database } from '#base/db/db.server.ts';
import type { BackgroundJob } from '#base/process/background-jobs.server.ts';
import { LeasedSends } from '#base/process/leased-sends.server.ts';
import { OwnVoice } from './own-voice.server.ts';
import {
  claimSpeech,
  type DueSpeech,
  giveBackSpeech,
  leaseSeconds,
  recordSpeech,
  type SpeechFile,
} from './speech-store.server.ts';
import type { VoiceService } from './voice-service.server.ts';

interface SpeechRunOptions {
  readonly db: Database;
  readonly log: Logger;
  /** Null: there is none. */
  readonly service: VoiceService | null;
  /** Default: eSpeak NG. */
  readonly own?: OwnVoice;
}

const askedAtOnce = 4;
/** Milliseconds in which the service, or the server itself, has answered and the answer is recorded. */
const longestTry = 20_000;

/** Makes the speech that pages will need. Any number of processes may run it. */
export class SpeechRun {
  readonly #options: SpeechRunOptions;
  readonly #own: OwnVoice;
  readonly #sends: LeasedSends<DueSpeech>;
  readonly #stopping = new AbortController();

  constructor(options: SpeechRunOptions) {
    const { db, service, own = new OwnVoice() } = options;
    this.#options = options;
    this.#own = own;
    // A lane each: nobody waits for the service who has not chosen it. The server says one text at a time, and so claims the next when it may.
    const lanes = [
      { atOnce: 1, claim: (most: number) => claimSpeech(db, most, false), send: (due: DueSpeech) => this.#say(due) },
    ];
    if (service !== null) {
      const send = (due: DueSpeech) => this.#ask(service, due);
      lanes.push({ atOnce: askedAtOnce, claim: (most: number) => claimSpeech(db, most, true), send });
    }
    this.#sends = new LeasedSends(lanes, { leaseSeconds, longestSend: longestTry });
  }

  /** Starts what is due without waiting for it. */
  begin(): Promise<void> {
    return this.#sends.begin();
  }

  get job(): BackgroundJob {
    return {
      name: 'alert speech',
      everyMilliseconds: 3_000,
      run: () => this.begin(),
      stop: async () => {
        this.#stopping.abort();
        await this.#sends.stop();
        await this.#own.close();
      },
    };
  }

  /** What the service does not say is left to the server itself. */
  async #ask(service: VoiceService, due: DueSpeech): Promise<void> {
    const { db } = this.#options;
    const { signal } = this.#stopping;
    const file = service.isUsable ? await service.speak(due, signal).catch((error) => this.#failed(error)) : null;
    if (file !== null) return recordSpeech(db, due, file);
    return giveBackSpeech(db, due, signal.aborted);
  }

  async #say(due: DueSpeech): Promise<void> {
    const { db } = this.#options;
    const file = await this.#unlessStopped(() => this.#own.speak(due)).catch((error) => this.#failed(error));
    if (file === null && this.#stopping.signal.aborted) return giveBackSpeech(db, due, false);
    return recordSpeech(db, due, file);
  }

  /** A thread that hangs does not delay the end of the process. */
  async #unlessStopped(speak: () => Promise<SpeechFile>): Promise<SpeechFile> {
    const { signal } = this.#stopping;
    signal.throwIfAborted();
    const stopped = Promise.withResolvers<never>();
    const stop = () => stopped.reject(signal.reason);
    signal.addEventListener('abort', stop);
    return Promise.race([speak(), stopped.promise]).finally(() => signal.removeEventListener('abort', stop));
  }

  #failed(error: unknown): null {
    if (!this.#stopping.signal.aborted) this.#options.log.warn({ err: error }, 'a voice has not said an alert');
    return null;
  }
}

import type { Logger } from 'pino';
import type { Database } from '#base/db/db.server.ts';
import type { BackgroundJob } from '#base/process/background-jobs.server.ts';
import { LeasedSends } from '#base/process/leased-sends.server.ts';
import { OwnVoice } from './own-voice.server.ts';
import {
  claimSpeech,
  type DueSpeech,
  dropOldSpeech,
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
}

const atOnce = 4;
/** Milliseconds in which the service, and then the server itself behind three others, has answered. */
const longestTry = 30_000;

/** Makes the speech that pages will need. Any number of processes may run it. */
export class SpeechRun {
  readonly #options: SpeechRunOptions;
  readonly #own = new OwnVoice();
  readonly #sends: LeasedSends<DueSpeech>;

  constructor(options: SpeechRunOptions) {
    this.#options = options;
    const lane = {
      atOnce,
      claim: (most: number) => claimSpeech(options.db, most),
      send: (due: DueSpeech) => this.#make(due),
    };
    this.#sends = new LeasedSends([lane], { leaseSeconds, longestSend: longestTry });
  }

  /** Starts what is due without waiting for it. */
  begin(): Promise<void> {
    return this.#sends.begin();
  }

  get jobs(): readonly BackgroundJob[] {
    return [
      {
        name: 'alert speech',
        everyMilliseconds: 3_000,
        run: () => this.begin(),
        stop: async () => {
          await this.#sends.stop();
          await this.#own.close();
        },
      },
      { name: 'old alert speech', everyMilliseconds: 10 * 60_000, run: () => dropOldSpeech(this.#options.db) },
    ];
  }

  async #make(due: DueSpeech): Promise<void> {
    const file = await this.#speak(due).catch((error: unknown) => this.#failed(error));
    await recordSpeech(this.#options.db, due, file);
  }

  async #speak(due: DueSpeech): Promise<SpeechFile> {
    const { service } = this.#options;
    if (due.byService && service?.isUsable) {
      const file = await service.speak(due).catch((error: unknown) => this.#failed(error));
      if (file !== null) return file;
    }
    return this.#own.speak(due);
  }

  #failed(error: unknown): null {
    this.#options.log.warn({ err: error }, 'a voice has not said an alert');
    return null;
  }
}

import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { CountryProfile } from '#app/country.ts';
import type { Config } from '#base/config/config.server.ts';
import type { Database, Queryable, Tx } from '#base/db/db.server.ts';
import type { BackgroundJob } from '#base/process/background-jobs.server.ts';
import type { ProcessClock } from '#base/process/process-clock.server.ts';
import { createRareWarning } from '#base/process/rare-warning.server.ts';
import type { Locale } from '#base/text/locales.ts';
import type { AlertSettings } from '../look/alert-settings-shape.ts';
import { readWidgetSettings } from '../widget-settings-store.server.ts';
import { SpeechRun } from './speech-run.server.ts';
import { dropOldSpeech, findSpeech } from './speech-store.server.ts';
import { alertWords, type SpeechWords, type SpokenAlert } from './speech-words.server.ts';
import { VoiceService } from './voice-service.server.ts';

/** Where a page finds speech, and in which language it is. */
interface ServedSpeech {
  readonly name: string;
  readonly language: SpeechWords['language'];
}

/** The voice of the server. */
export interface Voices {
  /** False where the operator has switched it off. */
  readonly isServed: boolean;
  readonly jobs: readonly BackgroundJob[];
  /**
   * Makes the speech of an alert that was just queued, after the commit and in the language of the page that was last shown one, at first in
   * Russian. What is held for approval is said at its lease, if it comes to that.
   */
  prepare(tx: Tx, settings: AlertSettings, alert: Omit<SpokenAlert, 'digest'> & { readonly projectId: string }): void;
  /** What is said of an alert as viewers see it now; null: nothing. */
  wordsOf(db: Queryable, projectId: string, alert: SpokenAlert, page: Locale): Promise<SpeechWords | null>;
  /** The speech of words that a page waits for; it is made if it is not there. The last statement of its transaction. */
  ask(tx: Tx, projectId: string, words: SpeechWords): Promise<ServedSpeech | null>;
  /** The same in a transaction of its own, which fails nothing: null where it takes too long. */
  served(projectId: string, words: SpeechWords): Promise<ServedSpeech | null>;
}

interface VoicesOptions {
  readonly db: Database;
  readonly log: Logger;
  readonly config: Pick<Config, 'VOICE_URL' | 'VOICE_KEY'>;
  readonly country: Pick<CountryProfile, 'currencyNames'>;
  readonly processClock?: ProcessClock | undefined;
}

/** Projects whose pages' languages are kept in mind. */
const mostPages = 10_000;

const warnOfSpeech = createRareWarning('the speech of an alert was not asked for');

export function createVoices({ db, log, config, country, processClock: clock }: VoicesOptions): Voices {
  const { VOICE_URL: url, VOICE_KEY: key } = config;
  const dropping = { name: 'old alert speech', everyMilliseconds: 10 * 60_000, run: () => dropOldSpeech(db) };
  if (url === 'off')
    return {
      isServed: false,
      jobs: [dropping],
      prepare: () => undefined,
      wordsOf: async () => null,
      ask: async () => null,
      served: async () => null,
    };
  const service = url === undefined ? null : new VoiceService({ url, key, clock });
  const run = new SpeechRun({ db, log, service });
  const pages = new LRUCache<string, Locale>({ max: mostPages });
  const begin = () =>
    void run.begin().catch((error: unknown) => log.warn({ err: error }, 'the speech of an alert was not begun'));

  async function find(
    tx: Tx,
    projectId: string,
    words: SpeechWords & { readonly isAwaited: boolean },
  ): Promise<ServedSpeech | null> {
    const byService = words.byService && service !== null;
    const name = await findSpeech(tx, projectId, { ...words, byService });
    tx.afterCommit(begin);
    return name === null ? null : { name, language: words.language };
  }

  async function findSafely(...asked: [projectId: string, words: SpeechWords & { readonly isAwaited: boolean }]) {
    try {
      return await db.transaction((tx) => find(tx, ...asked));
    } catch (error) {
      warnOfSpeech(log, { err: error });
      return null;
    }
  }

  return {
    isServed: true,
    jobs: [run.job, dropping],
    prepare(tx, settings, { projectId, ...alert }) {
      // As it is stored.
      const message = alert.message?.trim() || null;
      const page = pages.get(projectId) ?? 'ru';
      const words = alertWords({ ...alert, message, digest: null }, settings, { country, page });
      // Nobody waits for it.
      if (words !== null) tx.afterCommit(() => void findSafely(projectId, { ...words, isAwaited: false }));
    },
    async wordsOf(tx, projectId, alert, page) {
      const { alert: settings } = await readWidgetSettings(tx, projectId);
      pages.set(projectId, page);
      return alertWords(alert, settings, { country, page });
    },
    ask: (tx, projectId, words) => find(tx, projectId, { ...words, isAwaited: true }),
    served: (projectId, words) => findSafely(projectId, { ...words, isAwaited: true }),
  };
}

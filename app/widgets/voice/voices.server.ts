import type { Logger } from 'pino';
import type { Config } from '#base/config/config.server.ts';
import type { Database, Queryable, Tx } from '#base/db/db.server.ts';
import type { BackgroundJob } from '#base/process/background-jobs.server.ts';
import type { ProcessClock } from '#base/process/process-clock.server.ts';
import type { Locale } from '#base/text/locales.ts';
import type { AlertSettings } from '../look/alert-settings-shape.ts';
import { readWidgetSettings } from '../widget-settings-store.server.ts';
import { SpeechRun } from './speech-run.server.ts';
import { findSpeech } from './speech-store.server.ts';
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
  /** Makes the speech of an alert that was just enqueued, after the commit and for a page in Russian, as most are. */
  prepare(tx: Tx, settings: AlertSettings, alert: Omit<SpokenAlert, 'digest'> & { readonly projectId: string }): void;
  /** The speech of an alert as viewers see it now; it is made if it is not there. */
  ofAlert(tx: Tx, projectId: string, alert: SpokenAlert, page: Locale): Promise<ServedSpeech | null>;
  ofWords(tx: Tx, projectId: string, words: SpeechWords): Promise<ServedSpeech | null>;
}

interface VoicesOptions {
  readonly db: Database;
  readonly log: Logger;
  readonly config: Pick<Config, 'VOICE_URL' | 'VOICE_KEY'>;
  readonly currency: string;
  readonly processClock?: ProcessClock | undefined;
}

const silent: Voices = {
  isServed: false,
  jobs: [],
  prepare: () => undefined,
  ofAlert: async () => null,
  ofWords: async () => null,
};

export function createVoices({ db, log, config, currency, processClock: clock }: VoicesOptions): Voices {
  const { VOICE_URL: url, VOICE_KEY: key } = config;
  if (url === 'off') return silent;
  const service = url === undefined ? null : new VoiceService({ url, key, clock });
  const run = new SpeechRun({ db, log, service });
  const begin = () =>
    void run.begin().catch((error: unknown) => log.warn({ err: error }, 'the speech of an alert was not begun'));

  async function find(queryable: Queryable, projectId: string, words: SpeechWords): Promise<ServedSpeech | null> {
    const name = await findSpeech(queryable, projectId, words);
    return name === null ? null : { name, language: words.language };
  }

  return {
    isServed: true,
    jobs: run.jobs,
    prepare(tx, settings, { projectId, ...alert }) {
      // As it is stored.
      const message = alert.message?.trim() || null;
      const words = alertWords({ ...alert, message, digest: null }, settings, { currency, page: 'ru' });
      if (words === null || alert.amount < settings.minAmount) return;
      tx.afterCommit(() => {
        find(db, projectId, words)
          .then(begin)
          .catch((error: unknown) => log.warn({ err: error }, 'the speech of an alert was not asked for'));
      });
    },
    async ofAlert(tx, projectId, alert, page) {
      const { alert: settings } = await readWidgetSettings(tx, projectId);
      const words = alertWords(alert, settings, { currency, page });
      return words && this.ofWords(tx, projectId, words);
    },
    ofWords(tx, projectId, words) {
      tx.afterCommit(begin);
      return find(tx, projectId, words);
    },
  };
}

import { setTimeout as pause } from 'node:timers/promises';
import type { Handlers } from '#base/calls/bound-call.server.ts';
import { callerOf } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Budget } from '#base/calls/rate-limit.server.ts';
import type { Queryable } from '#base/db/db.server.ts';
import { readerLocale } from '#base/pages/accept-language.server.ts';
import { ownProject, type WidgetServices } from '../widget-deps.server.ts';
import { readSpeech, type SpeechFile } from './speech-store.server.ts';
import { wordsOf } from './speech-words.server.ts';
import type { voiceCalls } from './voice.calls.ts';

const sayBudget: Budget = {
  name: 'voice-sample',
  points: 30,
  seconds: 60,
  message: 'Слишком много проб голоса подряд. Подождите минуту',
};

const mostWaits = 13;
const waitMilliseconds = 150;

async function readWhenMade(db: Queryable, name: string): Promise<SpeechFile | null> {
  for (let waits = 0; ; waits++) {
    const { file, isComing } = await readSpeech(db, name);
    if (!isComing || waits === mostWaits) return file;
    await pause(waitMilliseconds);
  }
}

const headers = {
  // It holds the words of a donor.
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  'content-disposition': 'inline; filename="speech"',
};

/** Handlers of the calls for the server's voice. */
export function voiceHandlers(services: WidgetServices): Handlers<typeof voiceCalls> {
  return {
    say: async ({ body: { text, rate } }, context) => {
      const { projectId } = await ownProject(context.db, callerOf(context).userId);
      await context.limits.spend(sayBudget, projectId);
      const words = wordsOf(text, { speaker: 'server', voiceRate: rate }, readerLocale(context.request.headers));
      return words && context.transaction((tx) => services.voices.ask(tx, projectId, words));
    },
    speech: async ({ query: { name } }, context) => {
      const speech = await readWhenMade(context.db, name);
      if (speech === null) throw failures.notFound({ message: 'Этой озвучки нет' });
      return { contentType: speech.mediaType, bytes: speech.bytes, headers };
    },
  };
}

import { z } from 'zod';
import { file, get, post } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import { seenText } from '#base/calls/text-wire.ts';
import { voiceRates } from '../widget-choices.ts';
import { servedSpeech } from '../widget-shapes.ts';

/** The voice of the server (docs/rules.md#alerts). */
export const voiceCalls = {
  /**
   * Has a sample said at `rate` times the usual speed, for the cabinet. A text without letters is in the language of the page. Null: the server
   * has no voice, or too much waits for it.
   */
  say: post('Widget/Speech', {
    summary: "Has a sample said by the server's voice",
    access: 'user',
    transaction: 'own',
    body: z.strictObject({
      text: seenText().min(1).max(600),
      rate: z.number().min(voiceRates.least).max(voiceRates.most),
    }),
    answer: servedSpeech.nullable(),
    errors: [failures.forbidden, failures.tooManyRequests],
  }),

  /** What the server's voice says of an alert, as `Widget/Next` has named it. Waits up to 2 s for speech that is still being made. */
  speech: get('Widget/Speech', {
    summary: "What the server's voice says of an alert",
    access: 'guest',
    // It waits for a voice: pages that wait would close their site's reads to everybody else.
    transaction: 'own',
    query: z.object({ name: z.string().max(22) }),
    answer: file,
    errors: [failures.notFound],
    form: 'file',
    mediaTypes: ['audio/wav', 'audio/mpeg', 'audio/ogg'],
  }),
};

import { z } from 'zod';
import { del, file, get, nothing, post, uploadedFile } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import { soundInUse, tooManySounds } from '../widget-failures.ts';

const { forbidden, notFound, payloadTooLarge, tooManyRequests, unsupportedMediaType } = failures;

/** `name`: the name in alert settings. `milliseconds`: its length. */
const sound = z.object({ name: z.string(), title: z.string(), milliseconds: z.int() });

/** A creator's uploaded sounds (docs/rules.md#alerts). */
export const soundsCalls = {
  /** The caller's uploaded sounds, oldest first. */
  sounds: get('Widget/Sounds', {
    summary: "The caller's own alert sounds",
    access: 'user',
    answer: z.array(sound),
    errors: [forbidden],
  }),

  /**
   * Uploads a sound: multipart with `title` and `file`, a WAV of 16 bits, one or two channels, at most 8 seconds and 1.6 MB (413);
   * browsers convert what they can play. The server re-encodes it: one channel, normalized, nothing but the sound. Other
   * content is 415, a silent or too long sound 400; the thirteenth is 409 `TooManySounds`.
   */
  uploadSound: post('Widget/Sounds', {
    summary: 'Uploads an alert sound',
    access: 'user',
    answer: sound,
    errors: [forbidden, payloadTooLarge, unsupportedMediaType, tooManyRequests, tooManySounds],
    form: 'upload',
    parts: z.strictObject({ title: z.string().min(1), file: uploadedFile }),
  }),

  /** Removes an uploaded sound; 409 `SoundInUse` while the settings use it, 404 for another creator's. */
  removeSound: del('Widget/Sounds', {
    summary: 'Removes an alert sound',
    access: 'user',
    query: z.object({ name: z.string().max(22) }),
    answer: nothing,
    errors: [forbidden, notFound, soundInUse],
  }),

  /** The sound as WAV, for widgets. Cached for ever: a name never gets another sound. */
  sound: get('Widget/Sound', {
    summary: 'An alert sound',
    access: 'guest',
    query: z.object({ name: z.string().max(22) }),
    answer: file,
    errors: [notFound],
    form: 'file',
    mediaTypes: ['audio/wav'],
  }),
};

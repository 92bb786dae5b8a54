import { z } from 'zod';
import { del, file, get, nothing, post, uploadedFile } from '#base/call.ts';
import { failures } from '#base/errors.ts';
import { soundInUse, tooManySounds } from './widget-failures.ts';

const { forbidden, notFound, payloadTooLarge, tooManyRequests, unsupportedMediaType } = failures;

/** `name`: what alert settings refer to it by. `milliseconds`: how long it is. */
const sound = z.object({ name: z.string(), title: z.string(), milliseconds: z.int() });

/** A creator's own sounds (contract, section 7: the alert's sound). */
export const soundsCalls = {
  /** The caller's own sounds, the oldest first. */
  sounds: get('Widget/Sounds', {
    summary: "The caller's own alert sounds",
    access: 'user',
    answer: z.array(sound),
    errors: [forbidden],
  }),

  /**
   * Takes a sound: multipart with `title` and `file`, a WAV of 16 bits, one or two channels, 8 seconds and 1.6 MB (413) at most;
   * browsers make it of whatever they can play. The server writes it anew: one channel, one level, nothing but the sound. Other
   * content is 415, a silent or too long one 400; the thirteenth is 409 `TooManySounds`.
   */
  uploadSound: post('Widget/Sounds', {
    summary: 'Uploads an alert sound',
    access: 'user',
    answer: sound,
    errors: [forbidden, payloadTooLarge, unsupportedMediaType, tooManyRequests, tooManySounds],
    form: 'upload',
    parts: z.strictObject({ title: z.string().min(1), file: uploadedFile }),
  }),

  /** Removes an own sound; 409 `SoundInUse` while the settings refer to it, 404 for another's. */
  removeSound: del('Widget/Sounds', {
    summary: 'Removes an alert sound',
    access: 'user',
    query: z.object({ name: z.string().max(22) }),
    answer: nothing,
    errors: [forbidden, notFound, soundInUse],
  }),

  /** The sound as WAV, for widgets; to be kept for good: a name never gets another sound. */
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

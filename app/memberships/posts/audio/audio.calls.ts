import { z } from 'zod';
import { file, get, post, uploadedFile } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import { wireId } from '#base/calls/id-wire.ts';
import { instant } from '../../membership-shapes.ts';
import { audioTypes, largestAudioBytes } from '../post-limits.ts';

const { notFound, payloadTooLarge, tooManyRequests, unavailable, unsupportedMediaType } = failures;

/** The audio file of a post. `seconds`: rounded up. */
export const postAudio = z.object({ name: z.string(), type: z.enum(audioTypes), seconds: z.int(), bytes: z.int() });

const name = z.string().max(100);

/** The audio files of posts (docs/rules.md#posts). */
export const postAudioCalls = {
  /**
   * Takes an audio file: multipart with `file` and, as the file is called, `name`. MP3, M4A with AAC, and Ogg with Opus or Vorbis by content,
   * at most 100 MB (413) and three hours; it is kept as it is. Other content is 415, a file that cannot be read through or is too long 400. It
   * may take an hour to come, at 32 KB a second. Its uploader gives the name to `Post/Save` within a day (docs/rules.md#posts).
   */
  uploadAudio: post('Post/Audio', {
    summary: 'Uploads an audio file',
    access: 'user',
    answer: postAudio,
    errors: [payloadTooLarge, unsupportedMediaType, tooManyRequests, unavailable],
    form: 'upload',
    parts: z.strictObject({ name: z.string().max(255).optional(), file: uploadedFile }),
    bodySeconds: 3_600,
  }),
  /**
   * Whether a file of so many bytes would be taken now, for callers that see the answer to an upload only once they have sent all of it: 429 as
   * `POST Post/Audio`. `isUploading`: another file of the caller is on its way. It spends nothing (docs/rules.md#posts).
   */
  audioRoom: get('Post/AudioRoom', {
    summary: 'Whether an audio file would be taken',
    access: 'user',
    query: z.object({ bytes: z.int().min(1).max(largestAudioBytes) }),
    answer: z.object({ isUploading: z.boolean() }),
    errors: [tooManyRequests],
  }),
  /**
   * The audio file of a post, or a part of it by `Range`: 206, or 416 where it has none. A browser may keep it, but asks anew: 304 where it has
   * the file and the caller may still hear it. The caller is named by the token, or by `session`, `until` and `proof` of `Post/AudioAddress`,
   * and the right is asked with each request. An answer may end early, for the rest to be asked for by `Range`. 404: no post that the caller may
   * read has it (docs/rules.md#posts).
   */
  audio: get('Post/Audio', {
    summary: 'The audio file of a post',
    access: 'guest',
    query: z.object({
      name,
      session: wireId.optional(),
      until: z.int().min(0).optional(),
      proof: z.string().max(100).optional(),
    }),
    answer: file,
    errors: [notFound, unavailable],
    form: 'file',
    mediaTypes: audioTypes,
  }),
  /**
   * An address of an audio file for a player, which sends no token, until a moment. It gives what the caller's session has: a request is 404 once
   * that has ended, or the right to the post. 404: no post that the caller may read has it (docs/rules.md#posts).
   */
  audioAddress: get('Post/AudioAddress', {
    summary: 'An address of an audio file for a player',
    access: 'user',
    query: z.object({ name }),
    answer: z.object({ address: z.string(), endsAt: instant }),
    errors: [notFound],
  }),
};

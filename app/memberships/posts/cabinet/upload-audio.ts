import { uploadFile } from '#app/identity/upload-file.ts';
import { failures } from '#base/calls/errors.ts';
import { audioTypes } from '../post-limits.ts';
import type { PostContent } from '../shown-post.ts';

type PostAudio = NonNullable<PostContent['audio']>;

interface AudioUpload {
  readonly file: File;
  /** From 0 to 1. */
  readonly onProgress: (part: number) => void;
  readonly signal: AbortSignal;
}

/** The answer of the upload; null: another one. */
function audioIn(data: unknown): PostAudio | null {
  const { name, type, seconds, bytes } = Object(data);
  const known = audioTypes.find((one) => one === type);
  if (typeof name !== 'string' || known === undefined) return null;
  return { name, type: known, seconds: Number(seconds), bytes: Number(bytes) };
}

/** Uploads an audio file. Throws `CallFailure`, or `AbortError` if it was cancelled. */
export async function uploadAudio({ file, onProgress, signal }: AudioUpload): Promise<PostAudio> {
  const form = new FormData();
  form.set('name', file.name.slice(0, 255));
  form.set('file', file);
  const lost = 'Связь прервалась, аудио не загрузилось. Остальное на месте: попробуйте ещё раз';
  const audio = audioIn(await uploadFile({ path: 'Post/Audio', form, lost, onProgress, signal }));
  if (audio === null) throw failures.internal();
  return audio;
}

import { call } from '#app/call.ts';
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

/** What was cancelled a moment ago may still be on its way for the server. */
const triesForRoom = 5;
const betweenTriesMilliseconds = 400;

/** Asks whether the file would be taken: browsers show a refusal only once they have sent the whole of it. */
async function findRoom({ file, signal }: AudioUpload): Promise<void> {
  for (let tried = 0; tried < triesForRoom; tried += 1) {
    if (tried > 0) await new Promise((resolve) => setTimeout(resolve, betweenTriesMilliseconds));
    const { isUploading } = await call('GET Post/AudioRoom', { query: { bytes: file.size } }, { signal });
    if (!isUploading) return;
  }
  throw failures.tooManyRequests({ message: 'Предыдущее аудио ещё загружается. Подождите немного' });
}

/** Uploads an audio file. Throws `CallFailure`, or `AbortError` if it was cancelled. */
export async function uploadAudio(upload: AudioUpload): Promise<PostAudio> {
  const { file, onProgress, signal } = upload;
  await findRoom(upload);
  const form = new FormData();
  form.set('name', file.name.slice(0, 255));
  form.set('file', file);
  const lost = 'Связь прервалась, аудио не загрузилось. Остальное на месте: попробуйте ещё раз';
  const audio = audioIn(await uploadFile({ path: 'Post/Audio', form, lost, onProgress, signal }));
  if (audio === null) throw failures.internal();
  return audio;
}

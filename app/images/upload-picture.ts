import { uploadFile } from '#app/identity/upload-file.ts';
import { failures } from '#base/calls/errors.ts';
import type { ImageType } from './image-choices.ts';

interface Upload {
  readonly file: Blob;
  readonly type: ImageType;
  /** From 0 to 1. */
  readonly onProgress: (part: number) => void;
  readonly signal: AbortSignal;
}

const cutKept = 'Связь прервалась. Кадр сохранён: попробуйте ещё раз';
/** Pictures of posts are not cut. */
const restKept = 'Связь прервалась, картинка не загрузилась. Остальное на месте: попробуйте ещё раз';

/** Uploads a picture and returns its name (docs/rules.md#pictures). Throws `CallFailure`, or `AbortError` if it was cancelled. */
export async function uploadPicture({ file, type, onProgress, signal }: Upload): Promise<string> {
  const form = new FormData();
  form.set('name', `${type.toLowerCase()}.${file.type === 'image/png' ? 'png' : 'webp'}`);
  form.set('type', type);
  form.set('file', file);
  const lost = type === 'Post' ? restKept : cutKept;
  const data = await uploadFile({ path: 'Images', form, lost, onProgress, signal });
  if (typeof data === 'object' && data !== null && 'name' in data && typeof data.name === 'string') return data.name;
  throw failures.internal();
}

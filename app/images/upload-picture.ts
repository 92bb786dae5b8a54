import { uploadFile } from '#app/identity/upload-file.ts';
import { failures } from '#base/calls/errors.ts';
import type { ImageType } from './image-choices.ts';

interface Upload {
  readonly file: Blob;
  readonly type: ImageType;
  /** From 0 to 1. */
  readonly onProgress: (part: number) => void;
  readonly signal: AbortSignal;
  /** What is said where the connection is lost; by default that the cut of the picture is kept. */
  readonly lost?: string;
}

const cutKept = 'Связь прервалась. Кадр сохранён: попробуйте ещё раз';

/** Uploads a picture and returns its name (docs/rules.md#pictures). Throws `CallFailure`, or `AbortError` if it was cancelled. */
export async function uploadPicture({ file, type, onProgress, signal, lost = cutKept }: Upload): Promise<string> {
  const form = new FormData();
  form.set('name', `${type.toLowerCase()}.${file.type === 'image/png' ? 'png' : 'webp'}`);
  form.set('type', type);
  form.set('file', file);
  const data = await uploadFile({ path: 'Images', form, lost, onProgress, signal });
  if (typeof data === 'object' && data !== null && 'name' in data && typeof data.name === 'string') return data.name;
  throw failures.internal();
}

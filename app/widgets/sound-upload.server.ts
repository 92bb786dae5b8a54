import type { FastifyRequest } from 'fastify';
import { failures } from '#base/errors.ts';
import { readUploadForm } from '#base/upload-form.server.ts';
import { ownSounds } from './widget-choices.ts';

/** What came with an upload of a sound. */
interface SoundUpload {
  readonly title: string;
  readonly file: Buffer;
}

const limits = {
  names: ['title', 'file'],
  fileBytes: ownSounds.fileBytes,
  textBytes: 400,
  tooLarge: 'Звук слишком большой. Сделайте его короче и попробуйте снова',
};

const refuse = (field: string, message: string) => failures.validationFailed.because({ fields: { [field]: message } });

/** A title as it may stand in a list: without what cannot be seen, of 60 characters at most. */
function titleOf(text: unknown): string {
  const line = (typeof text === 'string' ? text : '').replace(/[\p{C}\s]+/gu, ' ').trim();
  return [...line].slice(0, 60).join('').trim();
}

/** Reads an upload to its end, or throws: 415 what is no multipart, 413 what is too large, 400 what is amiss in it. */
export async function readSoundUpload(request: FastifyRequest): Promise<SoundUpload> {
  const { file, ...texts } = await readUploadForm(request, limits);
  if (!(file instanceof Buffer)) throw refuse('file', 'Выберите файл');
  const title = titleOf(texts.title);
  if (title === '') throw refuse('title', 'Назовите звук');
  return { title, file };
}

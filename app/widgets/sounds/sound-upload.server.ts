import type { FastifyRequest } from 'fastify';
import { failures } from '#base/calls/errors.ts';
import { readUploadForm } from '#base/http/body/upload-form.server.ts';
import { cleanLine, isTurning } from '#base/text/clean-text.ts';
import { formMessages } from '#base/text/form-rules.ts';
import { ownSounds } from '../widget-choices.ts';

/** The parts of an uploaded sound. */
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

const refuse = (field: string, message: string) => failures.validationFailed({ fields: { [field]: message } });

/** Cleans a title for a list: no invisible characters, at most 60 characters. */
function titleOf(text: unknown): string {
  if (typeof text === 'string' && isTurning(text)) throw refuse('title', formMessages.turning);
  const line = cleanLine(typeof text === 'string' ? text : '') ?? '';
  return [...line].slice(0, 60).join('').trim();
}

/** Reads a whole upload. Throws 415 for anything but multipart, 413 when too large, 400 for wrong parts. */
export async function readSoundUpload(request: FastifyRequest): Promise<SoundUpload> {
  const { file, ...texts } = await readUploadForm(request, limits);
  if (!(file instanceof Buffer)) throw refuse('file', 'Выберите файл');
  const title = titleOf(texts.title);
  if (title === '') throw refuse('title', 'Назовите звук');
  return { title, file };
}

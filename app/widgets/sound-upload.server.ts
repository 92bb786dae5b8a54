import type { FastifyRequest } from 'fastify';
import { CallFailure, failures } from '#base/errors.ts';
import { ownSounds } from './widget-choices.ts';

/** What came with an upload of a sound. */
interface SoundUpload {
  readonly title: string;
  readonly file: Buffer;
}

const limits = { fileSize: ownSounds.fileBytes, files: 1, fields: 1, parts: 2, fieldNameSize: 50, fieldSize: 400 };
const tooLarge = 'Звук слишком большой. Сделайте его короче и попробуйте снова';

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);

function faultOf(error: unknown): unknown {
  const code = codeOf(error);
  if (code === 'FST_REQ_FILE_TOO_LARGE') return failures.payloadTooLarge.because({ message: tooLarge });
  if (error instanceof CallFailure || (typeof code === 'string' && code.startsWith('FST_'))) return error;
  return failures.validationFailed.because({ message: 'Файл не дошёл целиком. Попробуйте загрузить его ещё раз' });
}

const refuse = (field: string, message: string) => failures.validationFailed.because({ fields: { [field]: message } });

/** A title as it may stand in a list: without what cannot be seen, of 60 characters at most. */
function titleOf(text: string): string {
  return text
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 60)
    .trim();
}

async function readParts(request: FastifyRequest): Promise<SoundUpload> {
  let file: Buffer | null = null;
  let title = '';
  for await (const part of request.parts({ limits })) {
    if (part.type === 'file' && part.fieldname === 'file') file = await part.toBuffer();
    else if (part.type === 'field' && part.fieldname === 'title') title = titleOf(String(part.value));
    else throw refuse(part.fieldname, 'Лишний параметр');
  }
  if (file === null) throw refuse('file', 'Выберите файл');
  if (title === '') throw refuse('title', 'Назовите звук');
  return { title, file };
}

/** Reads a multipart upload to its end, or throws: 415 what is no multipart, 413 what is too large, 400 what is amiss in it. */
export async function readSoundUpload(request: FastifyRequest): Promise<SoundUpload> {
  if (!request.isMultipart()) throw failures.unsupportedMediaType.because();
  const told = Number(request.headers['content-length'] ?? 0);
  if (told > ownSounds.fileBytes + 8_192) throw failures.payloadTooLarge.because({ message: tooLarge });
  return readParts(request).catch((error: unknown) => {
    throw faultOf(error);
  });
}

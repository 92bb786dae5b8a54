import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { CallFailure, failures } from '#base/errors.ts';
import { parseInput } from '#base/validation.server.ts';
import { type ImageType, largestImageBytes } from './image-choices.ts';
import { imagesCalls } from './images.calls.ts';

/** What came with an upload. */
export interface Upload {
  readonly type: ImageType;
  readonly file: Buffer;
}

const uploadForm = imagesCalls.upload.parts.extend({ file: z.instanceof(Buffer) });

const limits = { fileSize: largestImageBytes, files: 1, fields: 2, parts: 3, fieldNameSize: 50, fieldSize: 1_024 };

/** Room for the parts of the form beside the file. */
const formBytes = 16 * 1_024;

const tooLarge = 'Файл больше 10 МБ. Уменьшите картинку и попробуйте снова';

async function readParts(request: FastifyRequest): Promise<Record<string, unknown>> {
  const form: Record<string, unknown> = {};
  for await (const part of request.parts({ limits })) {
    if (Object.hasOwn(form, part.fieldname)) {
      throw failures.validationFailed.because({ fields: { [part.fieldname]: 'Параметр указан дважды' } });
    }
    form[part.fieldname] = part.type === 'file' ? await part.toBuffer() : part.value;
  }
  return form;
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);

/** What the parser of forms tells by no code of its own: a form that breaks off or is none. */
function faultOf(error: unknown): unknown {
  const code = codeOf(error);
  if (code === 'FST_REQ_FILE_TOO_LARGE') return failures.payloadTooLarge.because({ message: tooLarge });
  const isNamed = error instanceof CallFailure || (typeof code === 'string' && code.startsWith('FST_'));
  return isNamed
    ? error
    : failures.validationFailed.because({ message: 'Файл не дошёл целиком. Попробуйте загрузить его ещё раз' });
}

/** Reads a multipart upload to its end, or throws: 415 what is no multipart, 413 what is too large, 400 what is amiss in it. */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  if (!request.isMultipart()) throw failures.unsupportedMediaType.because();
  const told = Number(request.headers['content-length'] ?? 0);
  if (told > largestImageBytes + formBytes) throw failures.payloadTooLarge.because({ message: tooLarge });
  const parts = await readParts(request).catch((error: unknown) => {
    throw faultOf(error);
  });
  const { type, file } = parseInput(uploadForm, parts);
  return { type, file };
}

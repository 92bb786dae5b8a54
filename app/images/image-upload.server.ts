import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { parseInput } from '#base/calls/validation.server.ts';
import { readUploadForm } from '#base/http/body/upload-form.server.ts';
import { type ImageType, largestImageBytes } from './image-choices.ts';
import { imagesCalls } from './images.calls.ts';

/** The content of an upload. */
export interface Upload {
  readonly type: ImageType;
  readonly file: Buffer;
}

const uploadForm = imagesCalls.upload.parts.extend({ file: z.instanceof(Buffer) });

const limits = {
  names: Object.keys(uploadForm.shape),
  fileBytes: largestImageBytes,
  textBytes: 1_024,
  tooLarge: 'Файл больше 10 МБ. Уменьшите картинку и попробуйте снова',
};

/** Reads an upload completely. Throws 415 if it is not multipart, 413 if it is too large, 400 for an invalid form. */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  const { type, file } = parseInput(uploadForm, await readUploadForm(request, limits));
  return { type, file };
}

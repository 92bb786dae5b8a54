import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { readUploadForm } from '#base/upload-form.server.ts';
import { parseInput } from '#base/validation.server.ts';
import { type ImageType, largestImageBytes } from './image-choices.ts';
import { imagesCalls } from './images.calls.ts';

/** What came with an upload. */
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

/** Reads an upload to its end, or throws: 415 what is no multipart, 413 what is too large, 400 what is amiss in it. */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  const { type, file } = parseInput(uploadForm, await readUploadForm(request, limits));
  return { type, file };
}

import { z } from 'zod';
import { file, get, post, uploadedFile } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import { imageTypes, imageWidths } from './image-choices.ts';

const { notFound, payloadTooLarge, tooManyRequests, unavailable, unsupportedMediaType } = failures;

const width = z
  .int()
  .refine((pixels) => imageWidths.some((one) => one === pixels), { error: `Ширина: ${imageWidths.join(', ')}` });

/** Pictures (docs/rules.md#pictures). */
export const imagesCalls = {
  /**
   * The picture as AVIF, WebP, JPEG, or PNG where it has transparent parts, by `Accept`. `w`: its width in pixels, one of the
   * fixed ones; a smaller picture is not enlarged. Can be cached for ever: a name never gets another picture. A name that no
   * upload has given out is 404, and so is that of a post's picture, which `Post/Picture` sends (docs/rules.md#pictures).
   */
  show: get('Images/', {
    summary: 'A picture in the best format that the browser takes',
    access: 'guest',
    query: z.object({ name: z.string(), w: width.optional() }),
    answer: file,
    errors: [notFound, unavailable],
    form: 'file',
    mediaTypes: ['image/avif', 'image/webp', 'image/jpeg', 'image/png'],
  }),

  /**
   * Takes a picture: multipart with `type` (Avatar, Banner, Product, Alert, Logo, Level or Post), `file` and, as the file is called, `name`. JPEG, PNG,
   * WebP, AVIF and GIF (its first frame) by content, at most 10 MB (413) and 40 megapixels; it is turned upright, freed of
   * metadata and encoded anew, at most 2,048 pixels a side. Other content is 415, a file that cannot be read through 400.
   * Answers the name to be asked for, with width and height in pixels (docs/rules.md#pictures).
   */
  upload: post('Images', {
    summary: 'Uploads a picture',
    access: 'user',
    answer: z.object({ name: z.string(), width: z.int(), height: z.int() }),
    errors: [payloadTooLarge, unsupportedMediaType, tooManyRequests, unavailable],
    form: 'upload',
    parts: z.strictObject({
      type: z.enum(imageTypes),
      name: z.string().max(255).optional(),
      file: uploadedFile,
    }),
  }),
};

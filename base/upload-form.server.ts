import type { FastifyRequest } from 'fastify';
import { type CallFailure, failures, isCallFailure } from './errors.ts';

/** What a form for an upload may hold. */
export interface UploadForm {
  /** Names of its parts, the file's too. */
  readonly names: readonly string[];
  readonly fileBytes: number;
  readonly textBytes: number;
  /** What is said of a file that is larger, or of several. */
  readonly tooLarge: string;
}

/** Room for the parts of the form beside the file. */
const besideFile = 16 * 1_024;

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);

/** What the parser of forms tells by no code of its own: a form that breaks off or is none. */
function faultOf(error: unknown, tooLarge: string): unknown {
  const code = codeOf(error);
  if (code === 'FST_REQ_FILE_TOO_LARGE') return failures.payloadTooLarge.because({ message: tooLarge });
  return isCallFailure(error) || (typeof code === 'string' && code.startsWith('FST_'))
    ? error
    : failures.validationFailed.because({ message: 'Файл не дошёл целиком. Попробуйте загрузить его ещё раз' });
}

function refusalOf(name: string, names: readonly string[], given: ReadonlyMap<string, unknown>): CallFailure | null {
  const refuse = (text: string) => failures.validationFailed.because({ fields: { [name]: text } });
  if (!names.includes(name)) return refuse('Лишнее поле');
  return given.has(name) ? refuse('Параметр указан дважды') : null;
}

async function readParts(request: FastifyRequest, form: UploadForm): Promise<Record<string, unknown>> {
  const { names, fileBytes, textBytes } = form;
  // One part more than the form has: the one too many is read far enough to be named, all behind it is skipped.
  const limits = { fileSize: fileBytes, parts: names.length + 1, fieldNameSize: 50, fieldSize: textBytes };
  const given = new Map<string, unknown>();
  let refusal: CallFailure | null = null;
  try {
    for await (const part of request.parts({ limits })) {
      refusal ??= refusalOf(part.fieldname, names, given);
      if (refusal === null) given.set(part.fieldname, part.type === 'file' ? await part.toBuffer() : part.value);
      // A file that nobody reads would hold up the rest of the request, and the next one on its connection.
      else if (part.type === 'file') part.file.resume();
    }
  } catch (error) {
    throw refusal ?? faultOf(error, form.tooLarge);
  }
  if (refusal !== null) throw refusal;
  return Object.fromEntries(given);
}

/**
 * Reads a multipart form to its end, texts as text and files as buffers, or throws: 415 what is no multipart, 413 what is too
 * large, 400 what is amiss in it, with the part that the form lacks or that comes twice.
 */
export async function readUploadForm(request: FastifyRequest, form: UploadForm): Promise<Record<string, unknown>> {
  if (!request.isMultipart()) throw failures.unsupportedMediaType.because();
  const told = Number(request.headers['content-length'] ?? 0);
  if (told > form.fileBytes + besideFile) throw failures.payloadTooLarge.because({ message: form.tooLarge });
  return readParts(request, form);
}

import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { type CallFailure, failures, isCallFailure } from '#base/calls/errors.ts';

/** The form of an upload. */
export interface UploadForm {
  /** Names of all parts, including the file. */
  readonly names: readonly string[];
  readonly fileBytes: number;
  readonly textBytes: number;
  /** The text of the refusal of a larger file, or of several. */
  readonly tooLarge: string;
  /** Takes the file as it comes and returns what stands for it; by default it is held in memory. */
  readonly take?: (file: MultipartFile['file']) => Promise<unknown>;
}

/** Bytes of the form beside the file. */
const besideFile = 16 * 1_024;

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);

const cutOff = () => failures.validationFailed({ message: 'Файл не дошёл целиком. Попробуйте загрузить его ещё раз' });

/** Whether the system refused something, as a full disk does. What breaks off on the way is no such error. */
const isOfSystem = (error: unknown) => error instanceof Error && 'syscall' in error;

/** The failure of a parser error; errors without a code mean an incomplete or malformed form. */
function faultOf(error: unknown, tooLarge: string): unknown {
  const code = codeOf(error);
  if (code === 'FST_REQ_FILE_TOO_LARGE') return failures.payloadTooLarge({ message: tooLarge });
  const isKnown = isCallFailure(error) || isOfSystem(error) || (typeof code === 'string' && code.startsWith('FST_'));
  return isKnown ? error : cutOff();
}

function refusalOf(name: string, names: readonly string[], given: ReadonlyMap<string, unknown>): CallFailure | null {
  const refuse = (text: string) => failures.validationFailed({ fields: { [name]: text } });
  if (!names.includes(name)) return refuse('Лишнее поле');
  return given.has(name) ? refuse('Параметр указан дважды') : null;
}

async function readParts(request: FastifyRequest, form: UploadForm): Promise<Record<string, unknown>> {
  const { names, fileBytes, textBytes, take } = form;
  const read = (part: MultipartFile) => (take === undefined ? part.toBuffer() : take(part.file));
  // One part more than allowed is read, so that the refusal can name it.
  const limits = { fileSize: fileBytes, parts: names.length + 1, fieldNameSize: 50, fieldSize: textBytes };
  const given = new Map<string, unknown>();
  let refusal: CallFailure | null = null;
  // The parser waits for ever for a connection that was gone before.
  if (request.raw.destroyed) throw cutOff();
  try {
    for await (const part of request.parts({ limits })) {
      refusal ??= refusalOf(part.fieldname, names, given);
      if (refusal === null) given.set(part.fieldname, part.type === 'file' ? await read(part) : part.value);
      // An unread file would block the rest of the request and the next one on its connection.
      else if (part.type === 'file') part.file.resume();
    }
  } catch (error) {
    throw refusal ?? faultOf(error, form.tooLarge);
  }
  if (refusal !== null) throw refusal;
  return Object.fromEntries(given);
}

/**
 * Reads a multipart form, texts as text and files as buffers, or as `take` takes them. Throws 415 if it is not multipart, 413 if it is too large, and 400 with
 * the name of an unknown or repeated part.
 */
export async function readUploadForm(request: FastifyRequest, form: UploadForm): Promise<Record<string, unknown>> {
  if (!request.isMultipart()) throw failures.unsupportedMediaType();
  const declaredBytes = Number(request.headers['content-length'] ?? 0);
  if (declaredBytes > form.fileBytes + besideFile) throw failures.payloadTooLarge({ message: form.tooLarge });
  return readParts(request, form);
}

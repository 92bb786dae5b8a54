import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type CallFailure, type Failure, failures, isCallFailure } from '#base/calls/errors.ts';
import { type FullDisk, fullDiskOf, isOutcomeUnknown, troubleOf } from '#base/db/database-trouble.server.ts';

const fastifyFailures: Readonly<Record<string, Failure>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: failures.payloadTooLarge,
  FST_REQ_FILE_TOO_LARGE: failures.payloadTooLarge,
  FST_FILES_LIMIT: failures.validationFailed,
  FST_PARTS_LIMIT: failures.validationFailed,
  FST_FIELDS_LIMIT: failures.validationFailed,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: failures.unsupportedMediaType,
  FST_INVALID_MULTIPART_CONTENT_TYPE: failures.unsupportedMediaType,
  FST_ERR_NOT_FOUND: failures.notFound,
};

/** `Retry-After` of temporary failures, in seconds. */
const retrySeconds = 5;

/** Longer, because the operator has to free space first. */
const retrySecondsWhenFull = 60;

const awayText = 'Сервис сейчас недоступен, попробуйте через несколько секунд';

const unknownText = 'Связь прервалась, и мы не знаем, сохранилось ли это. Проверьте, прежде чем повторять';

const textForStaff: Readonly<Record<FullDisk, string>> = {
  database: 'На диске базы данных кончилось место: ничего не сохраняется. Освободите место или увеличьте диск',
  files: 'На диске для файлов кончилось место: картинки и аудио не сохраняются. Освободите место или увеличьте диск',
};

/** The failure of a temporary problem with the database or a disk; null for other errors. */
function temporaryFailure(error: unknown, isForStaff: boolean): CallFailure | null {
  const disk = fullDiskOf(error);
  if (disk !== null) {
    const message = isForStaff ? textForStaff[disk] : failures.storageFull.message;
    return failures.storageFull({ retryAfter: retrySecondsWhenFull, message });
  }
  const trouble = troubleOf(error);
  if (trouble === null) return null;
  const message = isOutcomeUnknown(error) ? unknownText : trouble === 'away' ? awayText : failures.unavailable.message;
  return failures.unavailable({ retryAfter: retrySeconds, message });
}

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('FST_');
}

/** Converts any error to a named failure; an unknown one becomes an internal error without details. */
function toFailure(error: unknown, isForStaff: boolean): CallFailure {
  if (isCallFailure(error)) return error;
  if (error instanceof SyntaxError && 'statusCode' in error) return failures.validationFailed();
  if (isFastifyError(error)) {
    const named = fastifyFailures[error.code];
    if (named) return named();
    if (error.statusCode !== undefined && error.statusCode < 500) return failures.validationFailed();
  }
  return temporaryFailure(error, isForStaff) ?? failures.internal();
}

/** The failure envelope (docs/rules.md#wire). */
export function failureEnvelope(failure: CallFailure) {
  return {
    success: false,
    data: null,
    error: {
      code: failure.code,
      message: failure.message,
      ...(failure.fields && { fields: failure.fields }),
      ...(failure.details && { details: failure.details }),
    },
  };
}

function send(reply: FastifyReply, failure: CallFailure): FastifyReply {
  if (failure.retryAfter !== undefined) reply.header('retry-after', failure.retryAfter);
  return reply
    .code(failure.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(failureEnvelope(failure)));
}

/** Whether the client disconnected, or was cut off for being slow, before the request was complete. */
const isCutOff = (request: FastifyRequest, error: unknown): boolean =>
  request.raw.errored !== null && request.raw.errored === error;

/** Whether the server has only refused what was too much: the metrics count it, and it is no error. */
const isRefusal = (error: unknown): boolean => isCallFailure(error) && error.code === failures.unavailable.code;

/** Sends a failure's envelope and logs server errors. `isForStaff`: the text may name what only staff can repair. */
export function sendFailure(
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  { isForStaff = false }: { readonly isForStaff?: boolean } = {},
): FastifyReply {
  const failure = isCutOff(request, error) ? failures.validationFailed() : toFailure(error, isForStaff);
  if (failure.status >= 500 && !isRefusal(error)) request.log.error({ err: error }, 'request failed');
  return send(reply, failure);
}

/** Refuses a request of an overloaded or stopping server. Not logged; the metrics count it. */
export function sendOverloaded(reply: FastifyReply): FastifyReply {
  return send(reply, failures.unavailable({ retryAfter: retrySeconds }));
}

/** Sends every 4xx and 5xx below `/api` as an envelope, also for unknown routes and crashed handlers. */
export function registerEnvelope(api: FastifyInstance): void {
  api.setErrorHandler((error, request, reply) => sendFailure(request, reply, error));
  api.setNotFoundHandler((request, reply) => sendFailure(request, reply, failures.notFound()));
}

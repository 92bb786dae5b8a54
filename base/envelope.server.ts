import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseTrouble } from './database-trouble.server.ts';
import { type CallFailure, type Failure, failures, isCallFailure } from './errors.ts';

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

/** Seconds after which what could not be answered now may be tried again. */
const retrySeconds = 5;

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('FST_');
}

/** Any error as one of the named failures: what is not named is an internal error and says nothing of itself. A database out of reach is none of ours: try again. */
function toFailure(error: unknown): CallFailure {
  if (isCallFailure(error)) return error;
  if (error instanceof SyntaxError && 'statusCode' in error) return failures.validationFailed.because();
  if (isFastifyError(error)) {
    const named = fastifyFailures[error.code];
    if (named) return named.because();
    if (error.statusCode !== undefined && error.statusCode < 500) return failures.validationFailed.because();
  }
  return isDatabaseTrouble(error)
    ? failures.unavailable.because({ retryAfter: retrySeconds })
    : failures.internal.because();
}

/** The failure envelope of contract section 1. */
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

/** Whether the sender went away, or was cut off for being slow, before his request was whole: nothing of ours has failed. */
const isCutOff = (request: FastifyRequest, error: unknown): boolean =>
  request.raw.errored !== null && request.raw.errored === error;

/** Answers with a failure's envelope; logs what is our own fault. */
export function sendFailure(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const failure = isCutOff(request, error) ? failures.validationFailed.because() : toFailure(error);
  if (failure.status >= 500) request.log.error({ err: error }, 'request failed');
  return send(reply, failure);
}

/** Refuses new work where the server has too much of it. Nothing has failed, so nothing is logged: the metrics count it. */
export function sendOverloaded(reply: FastifyReply): FastifyReply {
  return send(reply, failures.unavailable.because({ retryAfter: retrySeconds }));
}

/** Every 4xx and 5xx below `/api` gets the envelope: unknown routes and crashed handlers too. */
export function registerEnvelope(api: FastifyInstance): void {
  api.setErrorHandler((error, request, reply) => sendFailure(request, reply, error));
  api.setNotFoundHandler((request, reply) => sendFailure(request, reply, failures.notFound.because()));
}

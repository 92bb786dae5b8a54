import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type CallFailure, type Failure, failure, failures } from '#base/calls/errors.ts';
import { policyOfData } from './csp.server.ts';
import { failureEnvelope } from './envelope.server.ts';

const tooSlow = failure('RequestTimeout', 408, 'Запрос шёл слишком долго');
const headersTooLarge = failure('HeadersTooLarge', 431, 'Слишком длинный запрос');

const byCode: Readonly<Record<string, Failure>> = {
  ERR_HTTP_REQUEST_TIMEOUT: tooSlow,
  HPE_HEADER_OVERFLOW: headersTooLarge,
};

const expectationFailed = failure('ExpectationFailed', 417, 'Сервер не умеет того, чего ждёт запрос');

const withoutHost = failures.validationFailed({ message: 'В запросе не назван сервер: нет заголовка Host' });

/** An envelope and its headers, for requests that never reach Fastify. */
function refusalOf(failed: CallFailure): { readonly body: string; readonly headers: Readonly<Record<string, string>> } {
  const body = JSON.stringify(failureEnvelope(failed));
  return {
    body,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(body)),
      'Cache-Control': 'no-store',
      'X-Request-Id': randomUUID(),
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': policyOfData,
      Connection: 'close',
    },
  };
}

function refuse(response: ServerResponse, failed: CallFailure): void {
  const { body, headers } = refusalOf(failed);
  response.writeHead(failed.status, headers).end(body);
}

/** Whether a request has the `Host` header that HTTP/1.1 requires; refuses it otherwise. */
export function hasHost(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.httpVersion !== '1.1' || request.headers.host !== undefined) return true;
  refuse(response, withoutHost);
  return false;
}

/** Refuses an `Expect` header other than `100-continue`. */
export function answerExpectation(_request: IncomingMessage, response: ServerResponse): void {
  refuse(response, expectationFailed());
}

/** Sends an envelope for bytes that never became a request (no HTTP, too slow, too long) and closes the connection. */
export function answerClientError(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const known = byCode[error.code ?? ''] ?? failures.validationFailed;
  const { body, headers } = refusalOf(known());
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${known.status} ${STATUS_CODES[known.status] ?? ''}`, ...head, '', body].join('\r\n'));
}

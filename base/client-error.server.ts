import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { failureEnvelope } from './envelope.server.ts';
import { type Failure, failure, failures } from './errors.ts';

const tooSlow = failure('RequestTimeout', 408, 'Запрос шёл слишком долго');
const headersTooLarge = failure('HeadersTooLarge', 431, 'Слишком длинный запрос');

const byCode: Readonly<Record<string, Failure>> = {
  ERR_HTTP_REQUEST_TIMEOUT: tooSlow,
  HPE_HEADER_OVERFLOW: headersTooLarge,
};

/** Answers what never became a request (no HTTP, too slow, too long) in the form of every other failure, and hangs up. */
export function answerClientError(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const known = byCode[error.code ?? ''] ?? failures.validationFailed;
  const body = JSON.stringify(failureEnvelope(known.because()));
  socket.end(
    [
      `HTTP/1.1 ${known.status} ${STATUS_CODES[known.status] ?? ''}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

import type { IncomingMessage } from 'node:http';
import { answerClientError } from '../client-error.server.ts';

const usualMilliseconds = 10_000;

/** What a body that may take longer has to bring at least. */
const slowest = { milliseconds: 20_000, bytes: 64 * 1_024 } as const;

/** By request the clock of a body that is still coming. */
const clocks = new WeakMap<IncomingMessage, NodeJS.Timeout>();

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

class BodyTimeout extends Error {
  readonly code = 'ERR_HTTP_REQUEST_TIMEOUT';
}

function refuse(request: IncomingMessage): void {
  if (!request.complete) answerClientError(new BodyTimeout('the body of a request came too slowly'), request.socket);
}

function wind(request: IncomingMessage, milliseconds: number, look: () => void): void {
  clearTimeout(clocks.get(request));
  clocks.set(request, setTimeout(look, milliseconds).unref());
}

/** Ends the connection of a request whose body has not come within ten seconds. */
export function limitBodyTime(request: IncomingMessage): void {
  if (!hasBody(request)) return;
  wind(request, usualMilliseconds, () => refuse(request));
  request.once('close', () => clearTimeout(clocks.get(request)));
}

/** Gives the body of a request more time, as long as it keeps coming. */
export function allowSlowBody(request: IncomingMessage, seconds: number): void {
  if (!clocks.has(request)) return;
  let looks = (seconds * 1_000) / slowest.milliseconds;
  let before = request.socket.bytesRead;
  const look = () => {
    const { bytesRead } = request.socket;
    looks -= 1;
    if (looks <= 0 || bytesRead - before < slowest.bytes) return refuse(request);
    before = bytesRead;
    return wind(request, slowest.milliseconds, look);
  };
  wind(request, slowest.milliseconds, look);
}

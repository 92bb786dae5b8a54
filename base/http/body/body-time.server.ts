import type { IncomingMessage } from 'node:http';
import { answerClientError } from '../client-error.server.ts';

const usualMilliseconds = 10_000;

/** A body that may take longer is looked at so often. */
const lookSeconds = 20;
/** It has to bring so much each time, */
const leastByLook = 64 * 1_024;
/** and in the long run so much in a second: it may be a minute behind. */
const leastBySecond = 32 * 1_024;
const secondsBehind = 60;

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

/** Gives the body of a request more time, as long as it keeps coming: what is longer may take longer. */
export function allowSlowBody(request: IncomingMessage, seconds: number): void {
  if (!clocks.has(request)) return;
  const begun = request.socket.bytesRead;
  let passed = 0;
  let before = 0;
  const look = () => {
    const came = request.socket.bytesRead - begun;
    passed += lookSeconds;
    const least = Math.max(before + leastByLook, (passed - secondsBehind) * leastBySecond);
    if (passed >= seconds || came < least) return refuse(request);
    before = came;
    return wind(request, lookSeconds * 1_000, look);
  };
  wind(request, lookSeconds * 1_000, look);
}

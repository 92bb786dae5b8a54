import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

/** A complete response, compressed and with its headers, that can be sent any number of times. */
export interface StoredAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Hash of the body, or another name of it; with the encoding it makes the strong ETag. */
  readonly hash: string;
  readonly plain: Buffer;
  readonly br?: Buffer;
  /** Without it an answer that has `br` is compressed when the first client asks for gzip: nearly all take br. */
  readonly gzip?: Buffer;
  /** Whether its format is compressed by itself, so that it is the same for every `Accept-Encoding`. */
  readonly isCompressed?: boolean;
}

type Encoding = 'br' | 'gzip' | 'plain';

const zipped = new WeakMap<StoredAnswer, Buffer>();
const readyHeads = new WeakMap<StoredAnswer, Partial<Record<Encoding, readonly string[]>>>();
const encodings = new Map<string, readonly Encoding[]>();
const noEncodings: readonly Encoding[] = ['plain'];

/** The encodings that a client accepts, best first. Browsers send few different values, and each is parsed once. */
function accepted(header: string | undefined): readonly Encoding[] {
  if (header === undefined) return noEncodings;
  const known = encodings.get(header);
  if (known !== undefined) return known;
  const taken = new Set<string>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    if (!parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))) taken.add(name);
  }
  const found: Encoding[] = [];
  if (taken.has('br')) found.push('br');
  if (taken.has('gzip') || taken.has('*')) found.push('gzip');
  found.push('plain');
  if (encodings.size < 200) encodings.set(header, found);
  return found;
}

function headOf(answer: StoredAnswer, encoding: Encoding, body: Buffer): readonly string[] {
  const ready = readyHeads.get(answer) ?? {};
  const known = ready[encoding];
  if (known !== undefined) return known;
  const head: string[] = [];
  // Pictures are compressed as they are: no other form of them is ever sent.
  const varies = answer.isCompressed === true ? [] : ['Accept-Encoding'];
  for (const [name, value] of answer.headers) {
    if (name.toLowerCase() === 'vary') varies.push(value);
    else head.push(name, value);
  }
  if (encoding !== 'plain') head.push('Content-Encoding', encoding);
  head.push('Vary', varies.join(', '), 'ETag', `"${answer.hash}-${encoding}"`, 'Content-Length', String(body.length));
  ready[encoding] = head;
  readyHeads.set(answer, ready);
  return head;
}

function bodyIn(answer: StoredAnswer, encoding: Encoding): Buffer | undefined {
  if (encoding !== 'gzip' || answer.gzip !== undefined || answer.br === undefined) return answer[encoding];
  const known = zipped.get(answer);
  if (known !== undefined) return known;
  const made = gzipSync(answer.plain, { level: 6 });
  zipped.set(answer, made);
  return made;
}

/** Whether `If-None-Match` names this answer in any encoding. `*` matches nothing. */
function isKnownToClient(request: IncomingMessage, answer: StoredAnswer): boolean {
  const held = request.headers['if-none-match'];
  return held !== undefined && answer.status === 200 && held.includes(`"${answer.hash}-`);
}

/**
 * Sends a stored answer in the best encoding; 304 if the client has it, no body for HEAD. `extra` are names and values of headers of
 * this request. Returns the status.
 */
export function sendStored(
  request: IncomingMessage,
  response: ServerResponse,
  answer: StoredAnswer,
  extra: readonly string[],
): number {
  const takes = accepted(request.headers['accept-encoding']);
  const encoding = takes.find((name) => bodyIn(answer, name) !== undefined) ?? 'plain';
  const body = bodyIn(answer, encoding) ?? answer.plain;
  const head = headOf(answer, encoding, body);
  if (isKnownToClient(request, answer)) {
    response.writeHead(304, [...withoutBody(head), ...extra]);
    response.end();
    return 304;
  }
  response.writeHead(answer.status, [...head, ...extra]);
  response.end(request.method === 'HEAD' ? undefined : body);
  return answer.status;
}

const bodyHeaders = new Set(['Content-Length', 'Content-Encoding', 'Content-Type']);

function withoutBody(head: readonly string[]): string[] {
  const remaining: string[] = [];
  for (let at = 0; at < head.length; at += 2) {
    const name = head[at];
    const value = head[at + 1];
    if (name !== undefined && value !== undefined && !bodyHeaders.has(name)) remaining.push(name, value);
  }
  return remaining;
}

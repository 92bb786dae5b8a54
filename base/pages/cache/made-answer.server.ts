import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { StoredAnswer } from '#base/http/stored-answer.server.ts';

const brotli = promisify(brotliCompress);
const worthCompressing = 512;
const headBytes = 2_048;
/** Bits: up to half of the time of the default window, and more bytes only where the body is larger. */
const smallWindow = 16;

/** An answer of a producer, the same for every guest. */
export interface Produced {
  readonly status: number;
  /** Names and values; length, encoding, ETag and `Vary: Accept-Encoding` are added by the cache. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  /** False: it is sent to the waiting requests and not cached. */
  readonly isCacheable: boolean;
}

/** The memory of a stored answer in bytes, with its form in gzip, which is made when first asked for and is a little larger than that in br. */
export function bytesOf({ plain, br }: StoredAnswer): number {
  return plain.length + Math.round(2.25 * (br?.length ?? 0)) + headBytes;
}

/** Compresses an answer and computes its ETag. */
export async function sealAnswer({ status, headers, body }: Produced): Promise<StoredAnswer> {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  const answer = { status, headers, hash, plain: body };
  if (body.length < worthCompressing) return answer;
  const br = await brotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      [constants.BROTLI_PARAM_LGWIN]: body.length < 2 ** smallWindow ? smallWindow : constants.BROTLI_DEFAULT_WINDOW,
    },
  });
  return { ...answer, br };
}

/** The answer with headers that say how old it is (RFC 9111, 5.1 and 5.5). */
export function markOld(answer: StoredAnswer, age: number): StoredAnswer {
  const marks = [['Age', String(Math.round(age / 1_000))] as const, ['Warning', '110 - "Response is Stale"'] as const];
  return { ...answer, headers: [...answer.headers, ...marks] };
}

import { readInPieces } from '#app/images/file-pieces.server.ts';
import { audioPathOf } from '#app/images/image-paths.server.ts';
import type { FileAnswer } from '#base/calls/call.ts';
import type { CallContext } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import { type AudioType, audioEndings } from '../post-limits.ts';
import type { AudioDeps } from './audio-deps.server.ts';
import { rangeIn } from './byte-range.ts';

interface Sent {
  readonly name: string;
  readonly type: AudioType;
  readonly bytes: number;
  /** Who listens: a person or a network. */
  readonly whom: string;
}

export const noAudio = () => failures.notFound({ message: 'Такого аудио нет' });

/** What a request has not got of the file: it may have all of it, or continue one that it knows. */
function wantedOf({ headers }: CallContext['request'], etag: string, size: number) {
  if (headers['if-none-match']?.includes(etag)) return 'known';
  const before = headers['if-range'];
  return rangeIn(before === undefined || before === etag ? headers.range : undefined, size);
}

/** Sends an audio file, or the part that is asked for. Whether the caller may have it was asked before. */
export async function sendAudio(
  { files, listeners, log }: AudioDeps,
  audio: Sent,
  context: CallContext,
): Promise<FileAnswer> {
  const { request, reply } = context;
  const { name, type: contentType, bytes: size, whom } = audio;
  const etag = `"${name}"`;
  const headers = {
    'cache-control': 'private, no-cache',
    'accept-ranges': 'bytes',
    'content-disposition': `inline; filename="post.${audioEndings[contentType]}"`,
    etag,
  };
  const wanted = wantedOf(request, etag, size);
  if (wanted === 'known') {
    reply.code(304);
    return { contentType, bytes: Buffer.alloc(0), headers };
  }
  if (wanted === 'none') {
    reply.code(416);
    return { contentType, bytes: Buffer.alloc(0), headers: { ...headers, 'content-range': `bytes */${size}` } };
  }
  const part = wanted === 'whole' ? { from: 0, to: size - 1 } : wanted;
  const sent: Record<string, string> = { ...headers, 'content-length': String(part.to - part.from + 1) };
  if (wanted !== 'whole') {
    reply.code(206);
    sent['content-range'] = `bytes ${part.from}-${part.to}/${size}`;
  }
  // HEAD reads what it is sent: one byte tells whether the file is there.
  const isHead = request.method === 'HEAD';
  const bytes = await readInPieces(files, audioPathOf(name), isHead ? { from: part.from, to: part.from } : part);
  if (bytes === null) {
    log.error({ audio: name }, 'an audio file is missing in the store');
    throw noAudio();
  }
  if (!isHead && !listeners.admit(whom, bytes, reply.raw)) {
    bytes.destroy();
    throw failures.unavailable({ message: 'Сейчас слушают слишком многие. Попробуйте через минуту', retryAfter: 10 });
  }
  return { contentType, bytes, headers: sent };
}

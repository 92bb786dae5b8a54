import type { ServerResponse } from 'node:http';
import { finished, Readable } from 'node:stream';
import type { Logger } from 'pino';
import { findLiveSessions } from '#app/identity/sessions-store.server.ts';
import type { Queryable } from '#base/db/db.server.ts';
import { endLease, renewLease, type TakenLink } from './archive-store.server.ts';

const renewMilliseconds = 15_000;

/** Renewals in two minutes. */
const looks = 8;

/** What a reader takes in two minutes at least. The kernel takes it in steps of about so much. */
const leastBytes = 1024 * 1024;

interface Writing {
  readonly db: Queryable;
  readonly log: Logger;
  readonly lease: string;
  readonly link: TakenLink;
  readonly response: ServerResponse;
  /** When all is over, whichever way. */
  readonly done: () => void;
}

/** Looks at each renewal how much the reader takes. Throws where bytes wait for one who has taken too little. */
function watchReader(response: ServerResponse): () => void {
  const counts: number[] = [];
  return () => {
    const { bytesWritten = 0, writableLength = 0 } = response.socket ?? {};
    // `bytesWritten` counts those that wait, too.
    const taken = bytesWritten - writableLength;
    const before = counts.at(-looks);
    counts.push(taken);
    if (writableLength > 0 && before !== undefined && taken - before < leastBytes)
      throw new Error('the reader of the archive takes too little');
  };
}

/** Throws where whoever asked may not have it any more. */
async function keepGoing({ db, lease, link: { userId, sessionId } }: Writing, look: () => void): Promise<void> {
  look();
  if (!(await findLiveSessions(db, [sessionId])).has(sessionId))
    throw new Error('the session of the archive has ended');
  if (!(await renewLease(db, userId, lease))) throw new Error('the lease of the archive has ended');
}

/**
 * The bytes of an archive while its lease goes on. They end broken once the session or the lease has ended or the reader has gone, so that nobody
 * takes a part for the whole.
 */
export function writeArchive(pieces: AsyncGenerator<Uint8Array>, writing: Writing): Readable {
  const { db, log, lease, link, response, done } = writing;
  const bytes = Readable.from(pieces, { objectMode: false, highWaterMark: 64 * 1024 });
  const noteBroken = (error: unknown) => log.warn({ err: error }, 'an archive has ended before its end');
  const look = watchReader(response);
  const renewing = setInterval(() => {
    keepGoing(writing, look).catch((error: unknown) => {
      noteBroken(error);
      // Not the bytes: their last ones may wait for the reader already.
      response.destroy();
    });
  }, renewMilliseconds);
  bytes.on('error', noteBroken);
  // Also where whoever asked has gone before: then nothing closes any more.
  finished(response, (error) => {
    clearInterval(renewing);
    bytes.destroy();
    done();
    endLease(db, link.userId, lease, !error).catch((trouble: unknown) =>
      log.warn({ err: trouble }, 'the end of an archive could not be written down'),
    );
  });
  return bytes;
}

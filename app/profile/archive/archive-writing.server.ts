import type { ServerResponse } from 'node:http';
import { finished, Readable } from 'node:stream';
import type { Logger } from 'pino';
import { findLiveSessions } from '#app/identity/sessions-store.server.ts';
import type { Queryable } from '#base/db/db.server.ts';
import { endLease, renewLease, type TakenLink } from './archive-store.server.ts';

const renewMilliseconds = 15_000;

/** A reader who takes nothing for so long is gone. */
const idleMilliseconds = 60_000;

interface Writing {
  readonly db: Queryable;
  readonly log: Logger;
  readonly lease: string;
  readonly link: TakenLink;
  readonly response: ServerResponse;
  /** When all is over, whichever way. */
  readonly done: () => void;
}

/** Throws where whoever asked may not have it any more. */
async function keepGoing({ db, lease, link: { userId, sessionId } }: Writing): Promise<void> {
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
  const renewing = setInterval(() => {
    keepGoing(writing).catch((error: unknown) => bytes.destroy(error instanceof Error ? error : undefined));
  }, renewMilliseconds);
  response.setTimeout(idleMilliseconds);
  bytes.on('error', (error) => log.warn({ err: error }, 'an archive has ended before its end'));
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

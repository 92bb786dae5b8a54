import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { requireLiveSession } from '#app/identity/identity.server.ts';
import { findLiveSessions } from '#app/identity/sessions-store.server.ts';
import type { ImageFiles } from '#app/images/image-files.server.ts';
import type { Handlers } from '#base/calls/bound-call.server.ts';
import { type CallContext, callerOf } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Budget } from '#base/calls/rate-limit.server.ts';
import type { Queryable } from '#base/db/db.server.ts';
import { attachment } from '#base/text/attachment.ts';
import { dayIn } from '#base/text/days.ts';
import type { Locale } from '#base/text/locales.ts';
import { archiveLinkOver, archiveUnderWay } from '../profile-failures.ts';
import type { archiveCalls } from './archive.calls.ts';
import { beginLease, endLease, insertLink, readState } from './archive-store.server.ts';
import { writeArchive } from './archive-writing.server.ts';

const perHour: Budget = {
  name: 'archives',
  points: 5,
  seconds: 3_600,
  message: 'Архив можно скачать 5 раз за час. Попробуйте позже',
};

/** Archives that a process writes at once. Each has a batch of rows or a picture in memory. */
const mostAtOnce = 8;

/** Reads everything of a person as a ZIP, a piece after the one before it was taken. */
export type ReadArchive = (
  source: { readonly db: Queryable; readonly files: Pick<ImageFiles, 'read' | 'readPart'> },
  asked: { readonly userId: string; readonly language: Locale },
) => AsyncGenerator<Uint8Array>;

/** The dependencies of the archive. */
export interface ArchiveDeps {
  readonly files: Pick<ImageFiles, 'read' | 'readPart'>;
  readonly readArchive: ReadArchive;
  readonly confirmPassword: (password: string, context: CallContext) => Promise<void>;
  readonly timeZone: string;
  readonly log: Logger;
}

const hashOf = (key: string) => createHash('sha256').update(key).digest();

/** Handlers of the archive of everything of a person (docs/rules.md#moving-out). */
export function createArchiveHandlers(deps: ArchiveDeps): Handlers<typeof archiveCalls> {
  const { files, readArchive, confirmPassword, timeZone, log } = deps;
  let atOnce = 0;

  function requirePlace() {
    if (atOnce < mostAtOnce) return;
    const message = 'Сейчас скачивают слишком многие. Попробуйте через минуту';
    throw failures.unavailable({ message, retryAfter: 60 });
  }

  async function takeLink(key: string, { db, caller }: CallContext) {
    const lease = randomUUID();
    const link = await beginLease(db, { hash: hashOf(key), lease, callerId: caller?.userId ?? null });
    if (link === null) throw archiveLinkOver();
    const { userId, sessionId } = link;
    if ((await findLiveSessions(db, [sessionId])).get(sessionId)?.userId === userId) return { link, lease };
    await endLease(db, userId, lease, false);
    throw archiveLinkOver();
  }

  return {
    async askArchive({ body: { password, language } }, context) {
      const caller = callerOf(context);
      requirePlace();
      await confirmPassword(password, context);
      await context.limits.require(perHour, caller.userId);
      const key = randomBytes(32).toString('base64url');
      const endsAt = await context.transaction(async (tx) => {
        await requireLiveSession(tx, caller);
        return insertLink(tx, { ...caller, hash: hashOf(key), language });
      });
      if (endsAt === null) throw archiveUnderWay();
      await context.limits.spend(perHour, caller.userId);
      return { address: `/api/PersonalAccount/Archive?key=${key}`, endsAt: endsAt.toISOString() };
    },
    async archive({ query: { key } }, context) {
      requirePlace();
      atOnce += 1;
      const leave = () => {
        atOnce -= 1;
      };
      const { link, lease } = await takeLink(key, context).catch((error: unknown) => {
        leave();
        throw error;
      });
      const { database: db, reply } = context;
      const bytes = writeArchive(readArchive({ db, files }, link), {
        db,
        log,
        lease,
        link,
        response: reply.raw,
        done: leave,
      });
      return {
        contentType: 'application/zip',
        bytes,
        headers: attachment(`opora-${dayIn(timeZone, new Date())}.zip`),
      };
    },
    async archiveState(_input, context) {
      const row = await readState(context.db, callerOf(context).userId);
      if (row === null || row.beganAt === null) return { state: 'None', at: null };
      const { beganAt, endedAt, isWhole, isLeased } = row;
      const state = isLeased ? 'Making' : isWhole ? 'Whole' : 'Broken';
      return { state, at: (endedAt ?? beganAt).toISOString() };
    },
  };
}

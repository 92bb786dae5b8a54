import { findProject, findProjects, projectOfUser } from '#app/creators/creators.server.ts';
import type { Handlers } from '#base/calls/bound-call.server.ts';
import type { CallInput } from '#base/calls/call.ts';
import { type CallContext, callerOf } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import { partOf, placeOf } from '#base/calls/list-places.server.ts';
import { isoOrNull } from '#base/calls/moment-wire.ts';
import { cleanText } from '#base/text/clean-text.ts';
import { formMessages } from '#base/text/form-rules.ts';
import type { Clock } from '../clock.server.ts';
import { readLevel, readLevelsOf } from '../levels-store.server.ts';
import { messageSentToday, noReaders } from '../membership-failures.ts';
import { readMembership } from '../membership-store.server.ts';
import { mostLetters } from './message-length.ts';
import {
  insertMessage,
  type MessageRow,
  readNewest,
  readNextTime,
  readReaderCount,
  readReceived,
  readSent,
  removeMessage,
  setMuted,
} from './message-store.server.ts';
import type { messagesCalls } from './messages.calls.ts';

interface MessagesDeps {
  readonly clock: Clock;
  /** Of days. */
  readonly timeZone: string;
}

const wrongText = (text: string) => failures.validationFailed({ fields: { text } });

/** The text as it is stored. Throws `ValidationFailed`. */
function textOf(written: string): string {
  const text = cleanText(written);
  if (text === null) throw wrongText(formMessages.required);
  if ([...text].length > mostLetters) throw wrongText(formMessages.maximumLength(mostLetters));
  return text;
}

const shown = ({ id, text, readers, createdAt, removedAt }: MessageRow, level: string | null) => ({
  id,
  text,
  level,
  readers,
  at: createdAt.toISOString(),
  isRemoved: removedAt !== null,
});

async function ownProjectId(context: CallContext): Promise<string> {
  const project = await projectOfUser(context.db, callerOf(context).userId);
  if (project === null) throw failures.notFound();
  return project.projectId;
}

async function write(
  { clock, timeZone }: MessagesDeps,
  body: CallInput<typeof messagesCalls.writeMessage>['body'],
  context: CallContext,
) {
  const projectId = await ownProjectId(context);
  const { levelId = null } = body;
  const text = textOf(body.text);
  return context.transaction(async (tx) => {
    const level = levelId === null ? null : await readLevel(tx, levelId);
    if (levelId !== null && level?.projectId !== projectId) throw failures.notFound();
    const createdAt = await clock(tx);
    const readers = await readReaderCount(tx, { projectId, levelId, now: createdAt });
    if (readers === 0) throw noReaders();
    const made = { projectId, levelId, text, readers, createdAt };
    const row = await insertMessage(tx, made, timeZone);
    if (row === null) throw messageSentToday();
    return shown(row, level?.name ?? null);
  });
}

async function sent(
  { clock, timeZone }: MessagesDeps,
  { Skip: skip, Take: take }: { Skip: number; Take: number },
  context: CallContext,
) {
  const { db } = context;
  const projectId = await ownProjectId(context);
  const now = await clock(db);
  const [{ rows, count }, readers, nextAt] = await Promise.all([
    readSent(db, projectId, { skip, take }),
    readReaderCount(db, { projectId, levelId: null, now }),
    readNextTime(db, projectId, now, timeZone),
  ]);
  const levels = await readLevelsOf(db, rows);
  const items = rows.map((row) => shown(row, levels.get(row.levelId ?? '')?.name ?? null));
  return { items, count, readers, nextAt: isoOrNull(nextAt) };
}

async function received(
  { clock }: MessagesDeps,
  { Skip: skip, Take: take }: { Skip: number; Take: number },
  context: CallContext,
) {
  const { db } = context;
  const asked = { personId: callerOf(context).userId, now: await clock(db) };
  const { rows, count } = await readReceived(db, asked, { skip, take });
  const projects = await findProjects(
    db,
    rows.map(({ projectId }) => projectId),
  );
  const items = rows.flatMap(({ id, projectId, text, createdAt }) => {
    const project = projects.get(projectId);
    if (project === undefined) return [];
    const { userName, displayName, avatar } = project;
    return [{ id, creator: { userName, displayName, avatar }, text, at: createdAt.toISOString() }];
  });
  return { items, count };
}

async function forStaff(query: CallInput<typeof messagesCalls.staffMessages>['query'], { db }: CallContext) {
  const { UserId: userId, After, Take: take } = query;
  const after = placeOf(After);
  const project = userId === undefined ? null : await projectOfUser(db, userId);
  if (userId !== undefined && project === null) return { items: [], next: null };
  const rows = await readNewest(db, { projectId: project?.projectId ?? null, after, take: take + 1 });
  const { part, next } = partOf(rows, take, ({ id, placeAt }) => ({ id, at: placeAt }));
  const [projects, levels] = await Promise.all([
    findProjects(
      db,
      part.map(({ projectId }) => projectId),
    ),
    readLevelsOf(db, part),
  ]);
  const items = part.flatMap((row) => {
    const creator = projects.get(row.projectId);
    if (creator === undefined) return [];
    const level = levels.get(row.levelId ?? '')?.name ?? null;
    return [{ ...shown(row, level), creatorId: creator.userId, creatorName: creator.userName }];
  });
  return { items, next };
}

/** Handlers of what creators write to their members. */
export function createMessageHandlers(deps: MessagesDeps): Handlers<typeof messagesCalls> {
  return {
    writeMessage: async ({ body }, context) => write(deps, body, context),
    sentMessages: async ({ query }, context) => sent(deps, query, context),
    receivedMessages: async ({ query }, context) => received(deps, query, context),
    mute: async ({ body: { membershipId, isMuted } }, context) => {
      const { userId: personId } = callerOf(context);
      const row = await readMembership(context.db, membershipId);
      if (row === null || row.since === null || row.personId !== personId) throw failures.notFound();
      const { projectId } = row;
      await context.transaction((tx) => setMuted(tx, { personId, projectId }, isMuted));
      return {};
    },
    staffMessages: async ({ query }, context) => forStaff(query, context),
    removeMessage: async ({ body: { messageId } }, context) => {
      await context.transaction(async (tx) => {
        const projectId = await removeMessage(tx, messageId, await deps.clock(tx));
        if (projectId === null) throw failures.notFound();
        const creator = await findProject(tx, projectId);
        if (creator !== null) context.note({ subject: creator.userId });
      });
      return {};
    },
  };
}

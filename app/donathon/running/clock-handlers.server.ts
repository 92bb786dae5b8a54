import { projectOfUser } from '#app/creators/creators.server.ts';
import { noteCreator, seenProject } from '#app/creators/seen-project.server.ts';
import { showChange } from '#app/creators/show-change.server.ts';
import type { Handlers } from '#base/calls/bound-call.server.ts';
import { type CallContext, callerOf } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Queryable, Tx } from '#base/db/db.server.ts';
import { presentOf } from '#base/db/present.server.ts';
import { clockChanged, clockEnded, clockRuns } from '../clock-failures.ts';
import { clockFaults, clockLimits } from '../clock-rules.ts';
import type { ClockAct } from '../clock-shapes.ts';
import {
  type ClockRow,
  correctClock,
  endClock,
  insertClock,
  lockClock,
  lockStart,
  pauseClock,
  projectEnd,
  readClock,
  readLastClock,
  resumeClock,
  reviseClock,
  writeRate,
} from '../clock-store.server.ts';
import type { donathonCalls } from '../donathon.calls.ts';
import { dayLong, ownClockOf, publicClock } from '../shown-clock.server.ts';

type Start = Extract<ClockAct, { act: 'start' }>;
type Change = Exclude<ClockAct, Start>;

async function start(tx: Tx, projectId: string, asked: Start, context: CallContext): Promise<string> {
  const { minutes, most, ...rate } = asked;
  if (most !== null && most * 60 < minutes) {
    throw failures.validationFailed({ fields: { most: clockFaults.capBelowStart } });
  }
  const before = await lockStart(tx, projectId);
  if (before !== null && !before.isOver) throw clockRuns();
  const id = await context.claim(tx);
  const mostSeconds = most === null ? null : most * 3_600;
  await insertClock(tx, id, { projectId, firstSeconds: minutes * 60, mostSeconds, ...rate });
  return id;
}

/** Writes the row that an act adds or changes; false: there is nothing to do. */
async function write(tx: Tx, { id, now, pausedAt }: ClockRow, asked: Change): Promise<boolean> {
  switch (asked.act) {
    case 'pause':
      if (pausedAt === null) await pauseClock(tx, id, now);
      return pausedAt === null;
    case 'resume':
      if (pausedAt !== null) await resumeClock(tx, id, now);
      return pausedAt !== null;
    case 'correct':
      await correctClock(tx, id, now, asked.seconds);
      return true;
    case 'change':
      await writeRate(tx, id, asked);
      return true;
    case 'end':
      await endClock(tx, id, now, null);
      return true;
  }
}

async function change(tx: Tx, projectId: string, asked: Change): Promise<string> {
  const clock = await lockClock(tx, asked.clockId);
  if (clock === null || clock.projectId !== projectId) throw failures.notFound();
  if (clock.isOver) throw clockEnded();
  if (clock.revision !== asked.revision) throw clockChanged();
  if (!(await write(tx, clock, asked))) return clock.id;
  if (asked.act !== 'end') await projectEnd(tx, clock.id, clock.now, clockLimits.longest);
  await reviseClock(tx, clock.id);
  return clock.id;
}

async function control(asked: ClockAct, context: CallContext) {
  return context.transaction(async (tx) => {
    const project = await projectOfUser(tx, callerOf(context).userId);
    if (project === null) throw failures.notFound();
    const { projectId } = project;
    const clockId =
      asked.act === 'start' ? await start(tx, projectId, asked, context) : await change(tx, projectId, asked);
    await showChange(tx, projectId);
    const saved = await readClock(tx, clockId);
    if (saved === null) throw new Error(`the clock ${clockId} was not written`);
    return ownClockOf(tx, saved);
  });
}

/** The last clock of a project with what only its creator and the staff see. */
async function readOwn(db: Queryable, projectId: string) {
  const clock = await readLastClock(db, projectId);
  return clock === null ? { now: (await presentOf(db)).toISOString(), clock: null } : ownClockOf(db, clock);
}

async function readPublic(db: Queryable, projectId: string) {
  const { now, clock } = await publicClock(db, projectId, dayLong);
  return { now, clock: clock && { ...clock, own: null } };
}

/** Handlers of a creator's clock. */
export const clockHandlers: Handlers<typeof donathonCalls> = {
  clock: async ({ query: { userName } }, context) => {
    const { projectId, all } = await seenProject(context, userName);
    return all ? readOwn(context.db, projectId) : readPublic(context.db, projectId);
  },
  control: async ({ body }, context) => control(body, context),
  endClock: async ({ body: { clockId, reason } }, context) => {
    await context.transaction(async (tx) => {
      const clock = await lockClock(tx, clockId);
      if (clock === null) throw failures.notFound();
      if (clock.isOver && clock.endedFor === null) throw clockEnded();
      if (!clock.isOver) {
        await endClock(tx, clockId, clock.now, reason);
        await reviseClock(tx, clockId);
        await showChange(tx, clock.projectId);
      }
      await noteCreator(tx, clock.projectId, context);
    });
    return {};
  },
};

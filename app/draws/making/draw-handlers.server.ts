import { randomBytes } from 'node:crypto';
import { projectOfUser } from '#app/creators/creators.server.ts';
import { noteCreator, seenProject } from '#app/creators/seen-project.server.ts';
import { showChange } from '#app/creators/show-change.server.ts';
import { amountFault } from '#app/donations/donation-checks.server.ts';
import type { Handlers } from '#base/calls/bound-call.server.ts';
import { type CallContext, callerOf } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Budget } from '#base/calls/rate-limit.server.ts';
import { presentOf } from '#base/db/present.server.ts';
import { dayAfter, dayIn } from '#base/text/days.ts';
import { startOfDay } from '#base/text/time-zones.ts';
import { drawOver, drawsOff, tooManyDraws } from '../draw-failures.ts';
import { drawFaults, drawLimits } from '../draw-rules.ts';
import type { DrawBody } from '../draw-shapes.ts';
import { cancelDraw, countOpenDraws, insertDraw, readDraws, removeDraw } from '../draw-store.server.ts';
import type { drawsCalls } from '../draws.calls.ts';
import { ownDrawsOf, readOwnDraw } from '../own-draw.server.ts';
import { lockOwnDraw } from '../seen-draw.server.ts';
import { shownDrawOf } from '../shown-draw.server.ts';

interface MakingOptions {
  /** False: the operator has switched draws off; those that were made are held all the same. */
  readonly isOn: boolean;
  /** Of days. */
  readonly timeZone: string;
}

/** The moment from which on donations take part: the present one, or the beginning of an earlier day. */
function startOf({ firstDay }: DrawBody, now: Date, timeZone: string): Date {
  if (firstDay === null) return now;
  const today = dayIn(timeZone, now);
  const refuse = (fault: string) => failures.validationFailed({ fields: { firstDay: fault } });
  if (firstDay > today) throw refuse(drawFaults.future);
  if (firstDay < dayAfter(today, -drawLimits.daysBefore)) throw refuse(drawFaults.early);
  return startOfDay(firstDay, timeZone);
}

const makings: Budget = {
  name: 'draw-make',
  points: 20,
  seconds: 3_600,
  message: 'Не больше 20 розыгрышей в час. Подождите немного',
};

async function make({ isOn, timeZone }: MakingOptions, body: DrawBody, context: CallContext) {
  if (!isOn) throw drawsOff();
  if (body.firstDay !== null && body.endsIn < drawLimits.leastMinutesBefore) {
    throw failures.validationFailed({ fields: { endsIn: drawFaults.short } });
  }
  await context.limits.spend(makings, callerOf(context).userId);
  return context.conclude(async (tx) => {
    const project = await projectOfUser(tx, callerOf(context).userId);
    if (project === null) throw failures.notFound();
    const { projectId } = project;
    const { text, leastSum, winners, endsIn } = body;
    const fault = await amountFault(tx, leastSum);
    if (fault !== null) throw failures.validationFailed({ fields: { leastSum: fault } });
    const drawId = await context.claim(tx);
    if ((await countOpenDraws(tx, projectId)) >= drawLimits.open) throw tooManyDraws();
    const now = await presentOf(tx);
    const startsAt = startOf(body, now, timeZone);
    const endsAt = new Date(now.getTime() + endsIn * 60_000);
    const secrets = { seed: randomBytes(32), ticketKey: randomBytes(32) };
    await insertDraw(tx, drawId, { projectId, text, leastSum, winners, startsAt, endsAt, ...secrets });
    await showChange(tx, projectId);
    return readOwnDraw(tx, drawId);
  });
}

async function cancel({ drawId, reason }: { readonly drawId: string; readonly reason: string }, context: CallContext) {
  return context.transaction(async (tx) => {
    const draw = await lockOwnDraw(tx, context, drawId);
    if (draw.cancelledFor === null) {
      if (draw.isOver || !draw.isWaiting) throw drawOver();
      await cancelDraw(tx, drawId, reason);
      await showChange(tx, draw.projectId);
    }
    return readOwnDraw(tx, drawId);
  });
}

type Making = Pick<Handlers<typeof drawsCalls>, 'draws' | 'makeDraw' | 'cancelDraw' | 'removeDraw'>;

/** Handlers of making draws and of their list. */
export const createMakingHandlers = (options: MakingOptions): Making => ({
  draws: async ({ query: { userName, Skip, Take } }, context) => {
    context.tag(`creatorName:${userName.toLowerCase()}`);
    const { projectId, all } = await seenProject(context, userName);
    context.tag(`project:${projectId}`);
    const { items, count } = await readDraws(context.db, projectId, { all, skip: Skip, take: Take });
    return { items: all ? await ownDrawsOf(context.db, items) : items.map((draw) => shownDrawOf(draw)), count };
  },
  makeDraw: async ({ body }, context) => make(options, body, context),
  cancelDraw: async ({ body }, context) => cancel(body, context),
  removeDraw: async ({ body: { drawId, reason } }, context) =>
    context.transaction(async (tx) => {
      const projectId = await removeDraw(tx, drawId, reason);
      if (projectId === null) throw failures.notFound();
      await showChange(tx, projectId);
      await noteCreator(tx, projectId, context);
      return {};
    }),
});

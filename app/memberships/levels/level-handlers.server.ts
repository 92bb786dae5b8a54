import { titleMessage } from '#app/creators/creator-failures.ts';
import { findProjectByName, projectOfUser } from '#app/creators/creators.server.ts';
import { readNameOfSite } from '#app/creators/site-name-store.server.ts';
import { isTitle } from '#app/creators/staff-titles.ts';
import { amountFault } from '#app/donations/donation-checks.server.ts';
import { holdOwnImageNames } from '#app/images/images.server.ts';
import type { Payments } from '#app/payments/payments.server.ts';
import type { Handlers } from '#base/calls/bound-call.server.ts';
import { type CallContext, callerOf } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Queryable, Tx } from '#base/db/db.server.ts';
import { dropCached } from '#base/events/cache-tags.server.ts';
import { minor } from '#base/money/money.ts';
import { membershipsTag } from '../endings.server.ts';
import type { levelsCalls } from '../levels.calls.ts';
import {
  countLevelMembers,
  insertLevel,
  type LevelText,
  lockOfferedLevels,
  type OfferedRow,
  orderLevels,
  readOfferedLevels,
  removeLevel,
  shownLevel,
  updateLevel,
} from '../levels-store.server.ts';
import { levelsChanged, tooManyLevels } from '../membership-failures.ts';
import { insertNewPrice } from '../noticing/noticing-store.server.ts';
import { readLiveTotals } from '../totals-store.server.ts';
import { mostLevels } from './level-limits.ts';

async function ownLevels(db: Queryable, projectId: string) {
  const rows = await readOfferedLevels(db, projectId);
  const members = await countLevelMembers(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...shownLevel(row), link: row.link, members: members.get(row.id) ?? 0 }));
}

async function ownLevel(db: Queryable, projectId: string, levelId: string) {
  const level = (await ownLevels(db, projectId)).find(({ id }) => id === levelId);
  if (level === undefined) throw failures.notFound();
  return level;
}

/** Runs `work` with the caller's offer locked. */
function changeOffer<Result>(
  context: CallContext,
  work: (tx: Tx, projectId: string, levels: readonly OfferedRow[]) => Promise<Result>,
): Promise<Result> {
  return context.transaction(async (tx) => {
    const project = await projectOfUser(tx, callerOf(context).userId);
    if (project === null) throw failures.notFound();
    const { projectId } = project;
    const result = await work(tx, projectId, await lockOfferedLevels(tx, projectId));
    await dropCached(tx, [membershipsTag(projectId)]);
    return result;
  });
}

async function requirePicture(tx: Tx, context: CallContext, { picture }: LevelText): Promise<void> {
  if (picture === null || (await holdOwnImageNames(tx, callerOf(context).userId, [picture]))) return;
  throw failures.validationFailed({ fields: { picture: 'Загрузите картинку ещё раз' } });
}

/** Refuses a price that is no valid donation: nobody could begin such a level. */
async function requirePrice(tx: Tx, { amount }: LevelText): Promise<void> {
  const fault = await amountFault(tx, minor(amount));
  if (fault !== null) throw failures.validationFailed({ fields: { amount: fault } });
}

/** Refuses a name that speaks for the site; one that the level had before stays. */
async function requireName(tx: Tx, { name }: LevelText, before: string | undefined): Promise<void> {
  if (name === before || !isTitle(name, await readNameOfSite(tx))) return;
  throw failures.validationFailed({ fields: { name: titleMessage } });
}

/** Handlers of a creator's levels. */
export function createLevelHandlers({ charges }: Pick<Payments, 'charges'>): Handlers<typeof levelsCalls> {
  return {
    levels: async ({ query: { userName } }, { db, tag }) => {
      tag(`creatorName:${userName.toLowerCase()}`);
      const project = await findProjectByName(db, userName);
      if (project === null || !project.isAvailable) throw failures.notFound();
      const { projectId } = project;
      tag(membershipsTag(projectId), `project:${projectId}`);
      const [rows, { members }] = await Promise.all([readOfferedLevels(db, projectId), readLiveTotals(db, projectId)]);
      return { isOffered: charges.systemFor(undefined) !== null, members, levels: rows.map(shownLevel) };
    },
    ownLevels: async (_, context) => {
      const project = await projectOfUser(context.db, callerOf(context).userId);
      return project === null ? [] : ownLevels(context.db, project.projectId);
    },
    createLevel: async ({ body }, context) =>
      changeOffer(context, async (tx, projectId, levels) => {
        if (levels.length >= mostLevels) throw tooManyLevels();
        await requireName(tx, body, undefined);
        await requirePrice(tx, body);
        await requirePicture(tx, context, body);
        const place = Math.max(0, ...levels.map((level) => level.place)) + 1;
        return ownLevel(tx, projectId, await insertLevel(tx, projectId, { ...body, place }));
      }),
    changeLevel: async ({ body: { levelId, ...level } }, context) =>
      changeOffer(context, async (tx, projectId, levels) => {
        const before = levels.find(({ id }) => id === levelId);
        await requireName(tx, level, before?.name);
        await requirePrice(tx, level);
        await requirePicture(tx, context, level);
        if (!(await updateLevel(tx, projectId, levelId, level))) throw failures.notFound();
        if (before?.amount !== level.amount) await insertNewPrice(tx, levelId);
        return ownLevel(tx, projectId, levelId);
      }),
    deleteLevel: async ({ query: { levelId } }, context) =>
      changeOffer(context, async (tx, projectId) => {
        if (!(await removeLevel(tx, projectId, levelId))) throw failures.notFound();
        return {};
      }),
    orderLevels: async ({ body: { levelIds } }, context) =>
      changeOffer(context, async (tx, _projectId, levels) => {
        const wanted = new Set(levelIds);
        const isSame = wanted.size === levelIds.length && levels.length === wanted.size;
        if (!isSame || levels.some(({ id }) => !wanted.has(id))) throw levelsChanged();
        await orderLevels(tx, levelIds);
        return {};
      }),
  };
}

import type { Handlers } from '#base/calls/bound-call.server.ts';
import { type CallContext, callerOf } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Tx } from '#base/db/db.server.ts';
import { dropCached } from '#base/events/cache-tags.server.ts';
import { rankingChanged } from '../creator-failures.ts';
import type { creatorsCalls } from '../creators.calls.ts';
import { isPresent, noteOwnChange, noteSeen } from '../seen-version.server.ts';
import {
  lockRanking,
  movePlace,
  notRanked,
  type RankedCreator,
  type Ranking,
  readKnownIds,
  readPlace,
  readRanking,
  versionOf,
  writeRanking,
} from './ranking-store.server.ts';

type RankingCall =
  | 'createUserOrderList'
  | 'createUserOrderMerchantList'
  | 'createUserOrder'
  | 'createUserOrderMerchant'
  | 'ranking';

interface RankedItem {
  readonly userId: string;
  readonly order: number;
}

function repeated<Value>(values: readonly Value[]): Set<number> {
  const places = new Set<number>();
  const seen = new Set<Value>();
  for (const [index, value] of values.entries()) {
    if (seen.has(value)) places.add(index);
    seen.add(value);
  }
  return places;
}

function refuseRepeated(items: readonly RankedItem[]): void {
  const fields: Record<string, string> = {};
  const places = items.map(({ order }, index) => (order === notRanked ? `none ${index}` : String(order)));
  for (const index of repeated(places)) fields[`items.${index}.order`] = 'Это место указано дважды';
  for (const index of repeated(items.map(({ userId }) => userId)))
    fields[`items.${index}.userId`] = 'Автор указан дважды';
  if (Object.keys(fields).length > 0) throw failures.validationFailed({ fields });
}

async function refuseUnknown(tx: Tx, items: readonly RankedItem[]): Promise<void> {
  const known = await readKnownIds(
    tx,
    items.map(({ userId }) => userId),
  );
  const unknown = items.flatMap(({ userId }, index) =>
    known.has(userId) ? [] : [[`items.${index}.userId`, 'Такого автора нет']],
  );
  if (unknown.length > 0) throw failures.validationFailed({ fields: Object.fromEntries(unknown) });
}

/** Invalidates answers and pages that show an order: lists, and the answer of each creator. */
async function dropRanked(tx: Tx): Promise<void> {
  await dropCached(tx, ['creators', 'ranking']);
}

/** Whether a ranked creator enters a ranking or passes somebody in it, also because that one is moved or left out. */
function rises(userId: string, before: readonly RankedItem[], after: readonly RankedItem[]): boolean {
  const placeIn = (ranked: readonly RankedItem[]) => ranked.find((item) => item.userId === userId)?.order ?? null;
  const from = placeIn(before);
  const to = placeIn(after);
  if (to === null) return false;
  const ahead = new Set(after.filter(({ order }) => order < to).map((item) => item.userId));
  return from === null || before.some((item) => item.order < from && !ahead.has(item.userId));
}

interface Change {
  /** It replaces the whole ranking, so that nothing else of it remains. */
  readonly isWhole: boolean;
  readonly change: (tx: Tx, before: readonly RankedCreator[]) => Promise<void>;
}

/** Changes a ranking. Throws `Forbidden` if the caller himself would rise: no staff member decides about himself (docs/rules.md#roles). */
async function changeRanking(context: CallContext, ranking: Ranking, { isWhole, change }: Change): Promise<void> {
  const caller = callerOf(context);
  await context.transaction(async (tx) => {
    await lockRanking(tx, ranking);
    const before = await readRanking(tx, ranking);
    await change(tx, before);
    const after = await readRanking(tx, ranking);
    if (rises(caller.userId, before, after)) {
      throw failures.forbidden({ message: 'Себя продвинуть нельзя: это сделает другой сотрудник' });
    }
    const seenBefore = isWhole ? null : versionOf(before);
    await noteOwnChange(tx, caller, { subject: ranking, before: seenBefore, after: versionOf(after) });
    await dropRanked(tx);
  });
}

function replaceRanking(ranking: Ranking) {
  return async (
    { body }: { body: { items: readonly RankedItem[]; version?: string | undefined } },
    context: CallContext,
  ) => {
    const { items } = body;
    refuseRepeated(items);
    const change = async (tx: Tx, before: readonly RankedCreator[]) => {
      const asked = { subject: ranking, named: body.version, present: versionOf(before) };
      if (!(await isPresent(tx, callerOf(context), asked))) throw rankingChanged();
      await refuseUnknown(tx, items);
      await writeRanking(tx, ranking, items);
    };
    await changeRanking(context, ranking, { isWhole: true, change });
    return {};
  };
}

function putAtPlace(ranking: Ranking) {
  return async ({ query }: { query: RankedItem }, context: CallContext) => {
    const { userId, order } = query;
    context.note({ subject: userId });
    const change = async (tx: Tx) => {
      const from = await readPlace(tx, ranking, userId);
      if (from === null) throw failures.notFound({ message: 'Такого автора нет' });
      if (from !== order) await movePlace(tx, ranking, { userId, from, to: order });
    };
    await changeRanking(context, ranking, { isWhole: false, change });
    return {};
  };
}

/** The calls of moderators for both rankings. Changes of one ranking are serialised, so none is lost. */
export const rankingHandlers: Handlers<Pick<typeof creatorsCalls, RankingCall>> = {
  ranking: async ({ query }, context) => {
    const ranking = query.IsMerch ? 'order_merchant' : 'order_place';
    const items = await readRanking(context.db, ranking);
    const version = versionOf(items);
    await noteSeen(context.db, callerOf(context), ranking, version);
    return { version, items };
  },
  createUserOrderList: replaceRanking('order_place'),
  createUserOrderMerchantList: replaceRanking('order_merchant'),
  createUserOrder: putAtPlace('order_place'),
  createUserOrderMerchant: putAtPlace('order_merchant'),
};

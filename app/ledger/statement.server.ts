import type { Handlers } from '#base/bound-call.server.ts';
import { callerOf } from '#base/call-context.server.ts';
import type { Queryable } from '#base/db.server.ts';
import { failures } from '#base/errors.ts';
import { minor } from '#base/money.ts';
import type { ledgerCalls } from './ledger.calls.ts';
import { accountsOf } from './ledger.server.ts';
import { readStatement, timeOf } from './statement-store.server.ts';

/** What movements are for, in words for their owner, by reference; an area answers for its own kinds and leaves others out. */
export type DescribePostings = (
  db: Queryable,
  postings: readonly { readonly kind: string; readonly reference: string }[],
) => Promise<ReadonlyMap<string, string>>;

async function titlesOf(describe: readonly DescribePostings[], ...asked: Parameters<DescribePostings>) {
  const told = await Promise.all(describe.map((one) => one(...asked)));
  return new Map(told.flatMap((titles) => [...titles]));
}

/** Answers the ledger's calls; the areas whose money it is tell what each movement was for. */
export function createLedgerHandlers({
  describe,
}: {
  readonly describe: readonly DescribePostings[];
}): Handlers<typeof ledgerCalls> {
  return {
    statement: async ({ query: { accountId, From, To, Skip, Take } }, context) => {
      const account = (await accountsOf(context.db, callerOf(context).userId)).find(({ id }) => id === accountId);
      if (account === undefined) throw failures.notFound.because();
      const at = (moment: string | undefined) => (moment === undefined ? null : new Date(moment));
      const asked = { accountId, from: at(From), to: at(To), skip: Skip, take: Take };
      const { items, count } = await readStatement(context.db, asked);
      const titles = await titlesOf(describe, context.db, items);
      return {
        accountId,
        name: account.name,
        balance: account.balance,
        count,
        items: items.map((row) => ({
          ...row,
          at: timeOf(row.id).toISOString(),
          title: titles.get(row.reference) ?? null,
          amount: minor(row.amount),
          balance: minor(row.balance),
        })),
      };
    },
  };
}

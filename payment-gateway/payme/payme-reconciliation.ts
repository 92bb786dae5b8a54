import { z } from 'zod';
import type { Transaction } from '../hosted/hosted-books.ts';
import type { PaymeMerchant } from './payme-merchant.ts';

const Statement = z.object({
  transactions: z.array(
    z.object({
      id: z.string(),
      time: z.number(),
      amount: z.number(),
      account: z.object({ payment: z.string() }),
      state: z.number(),
    }),
  ),
});

/** The merchant's state of a transaction, by ours; null: it need not know the transaction. */
const stateHere: Readonly<Record<Transaction['state'], number | null>> = {
  creating: null,
  refused: null,
  held: 1,
  cancelling: 1,
  paid: 2,
  refunding: 2,
  cancelled: -1,
  refunded: -2,
};

const line = (id: string, time: number, amount: number, account: string, state: number) =>
  `${id} ${time} ${amount} ${account} ${state}`;

/** Compares `GetStatement` of a period with the books, as Payme reconciles with a merchant. */
export async function compareStatement(
  books: readonly Transaction[],
  merchant: PaymeMerchant,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<{ readonly compared: number; readonly differences: readonly string[] }> {
  const answer = await merchant.call('GetStatement', { from, to });
  if (answer.kind !== 'result') return { compared: 0, differences: [answer.message] };
  const theirs = new Set(
    Statement.parse(answer.result).transactions.map(({ id, time, amount, account, state }) =>
      line(id, time, amount, account.payment, state),
    ),
  );
  const ours = books.flatMap(({ id, time, amount, account, state }) => {
    const known = stateHere[state];
    return known === null || time < from || time > to ? [] : [line(id, time, amount, account, known)];
  });
  const missing = ours.filter((one) => !theirs.has(one)).map((one) => `theirs lacks ${one}`);
  const foreign = [...theirs].filter((one) => !ours.includes(one)).map((one) => `ours lacks ${one}`);
  return { compared: ours.length, differences: [...missing, ...foreign] };
}

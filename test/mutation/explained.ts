import { ordersExplained } from './explained-orders.ts';
import type { Explanation } from './explanation.ts';
import type { Survivor } from './report.ts';

const twice = 'the same: the statement asks it again of each row';
const oneRow = 'the same: the statement always answers a row';

const explanations: readonly Explanation[] = [
  {
    file: 'base/text/money.ts',
    written: '/,00$/',
    why: 'the same: with two decimals the comma stands nowhere but before the last two figures',
  },
  { file: 'app/merch/merch.server.ts', written: 'left !== null', mutated: 'true', why: twice },
  { file: 'app/merch/merch.server.ts', written: '(await lockStock(tx, [...returned.keys()])).filter', why: twice },
  { file: 'app/merch/merch.server.ts', written: 'stock !== null', mutated: 'true', why: twice },
  {
    file: 'app/merch/merch.server.ts',
    written: 'counted.length === 0',
    mutated: 'false',
    why: 'the same: a statement over no products, and nobody is told of none',
  },
  {
    file: 'app/merch/merch.server.ts',
    written: '{ return new Set(await readUsedImages(db, names)); }',
    why: 'no stock: shown by the tests of pictures, which are not in this group',
  },
  {
    file: 'app/merch/merch.server.ts',
    written: 'lines.length === 0',
    mutated: 'false',
    why: 'the same: a statement over no lines answers no quotes',
  },
  {
    file: 'app/merch/merch.server.ts',
    written: 'creators.get(row.userId)?.project',
    why: 'never run: a product cannot be without its creator, the database sees to it',
  },
  {
    file: 'app/merch/merch.server.ts',
    written: 'project === undefined',
    mutated: 'false',
    why: 'never run: a product cannot be without its creator, the database sees to it',
  },
  {
    file: 'app/merch/merch.server.ts',
    written: 'throw new Error(`the product ',
    why: 'never run: a product cannot be without its creator, the database sees to it',
  },
  {
    file: 'app/widgets/queue/alert-control-store.server.ts',
    written: 'rule.reason !== undefined',
    mutated: 'true',
    why: 'the same: a reason that is not there is written as none',
  },
  { file: 'app/widgets/queue/alert-control-store.server.ts', written: 'rows[0]?.is_there', why: oneRow },
  { file: 'app/widgets/queue/alert-move-store.server.ts', written: 'row?.waiting', why: oneRow },
  {
    file: 'app/widgets/queue/alert-move-store.server.ts',
    written: "case 'held'",
    why: 'never run: no way leads back to it; TypeScript asks for every state',
  },
  {
    file: 'app/widgets/queue/alert-move-store.server.ts',
    written: "'held'",
    why: 'never run: no way leads back to it; TypeScript asks for every state',
  },
  {
    file: 'app/widgets/queue/alert-move-store.server.ts',
    written: 'rows.filter((row) => row.is_head)',
    why: 'the same for all who ask: they want to know whether anything moved',
  },
  { file: 'app/widgets/queue/alert-store.server.ts', written: 'visible?.is_there', why: oneRow },
  {
    file: 'app/widgets/queue/alert-store.server.ts',
    written: "to === 'playing'",
    mutated: 'true',
    why: 'the same: how long it may last is written only for what plays',
  },
  ...[
    ['app/payouts/payouts.server.ts', 'creators.get(row.personId)?.project'],
    ['app/payouts/payouts.server.ts', 'people.get(row.personId)?.phone'],
    ['app/payouts/payouts.server.ts', 'accounts.get(row.accountId)?.balance'],
    ['app/donations/donation-owner.server.ts', 'project === null'],
    ['app/donations/donation-owner.server.ts', 'throw new Error(`the project of donation'],
  ].map(([file = '', written = '']) => ({ file, written, why: 'never run: the database keeps what it refers to' })),
  {
    file: 'app/payouts/payouts.server.ts',
    written: "search === ''",
    mutated: 'false',
    why: 'the same: nobody is called by an empty name',
  },
  {
    file: 'base/calls/money-wire.ts',
    written: "typeof value === 'number'",
    why: 'never run: what is encoded is minor units by its type',
  },
  {
    file: 'app/widgets/overlay/alert-player.ts',
    written: 'false',
    mutated: 'true',
    why: 'the same: nobody looks whether it is wanted before it is rung',
  },
  {
    file: 'app/widgets/overlay/alert-player.ts',
    written: 'Date.now() < until',
    mutated: 'Date.now() <= until',
    why: 'the same but for a report in the very last millisecond',
  },
  {
    file: 'app/identity/session/live-sessions.server.ts',
    written: 'this.#drops += 1',
    why: 'the same: all that is asked is whether the number is another one',
  },
  { file: 'app/identity/session/sessions-store.server.ts', written: 'inserted.rows[0]?.id', why: oneRow },
  { file: 'app/identity/session/sessions-store.server.ts', written: 'id === undefined', mutated: 'false', why: oneRow },
  {
    file: 'app/identity/session/sessions-store.server.ts',
    written: "throw new Error('the session was not stored')",
    why: 'never run: the statement always answers a row',
  },
  {
    file: 'app/identity/session/sessions-store.server.ts',
    written: 'row === undefined',
    mutated: 'true',
    why: 'the same answer by two more statements: a token used a moment ago is given its successor again',
  },
  {
    file: 'app/identity/session/sessions.server.ts',
    written: 'rotated !== null',
    mutated: 'false',
    why: 'the same answer by two more statements: a token used a moment ago is given its successor again',
  },
  {
    file: 'app/identity/session/sessions.server.ts',
    written: '[]',
    mutated: '["Stryker was here"]',
    why: 'the same: one group more stands behind the four that matter',
  },
  {
    file: 'app/identity/session/sessions.server.ts',
    written: "''",
    why: 'the same: a text that is split has a first part, and nobody comes from an address that is none',
  },
  {
    file: 'app/identity/session/sessions.server.ts',
    written: 'id !== null',
    mutated: 'true',
    why: 'the same: to end no session changes nothing',
  },
  ...['(await readByProviderId(db, id))?.id', 'paymentId === undefined', "throw new Error('the payment that"].map(
    (written) => ({
      file: 'app/payments/settling/payment-lifecycle.server.ts',
      written,
      why: 'never run: what is not written, since it is there already, is found there',
    }),
  ),
  {
    file: 'app/payments/settling/payment-lifecycle.server.ts',
    written: '[]',
    why: 'the same: no payment can be moved into a state that there is not',
  },
  {
    file: 'app/payments/settling/payment-lifecycle.server.ts',
    written: 'true',
    mutated: 'false',
    why: 'the same: looked at once more, what has just been moved is known and has no problem',
  },
  {
    file: 'app/payments/settling/payment-lifecycle.server.ts',
    written: 'answer?.status',
    why: 'never run: there are as many answers as questions',
  },
  ...ordersExplained,
];

/** The reason that is known for a survivor; null where it is still to be killed. */
export function reasonOf({ file, original, replacement }: Survivor): string | null {
  const found = explanations.find(
    (one) => one.file === file && original.startsWith(one.written) && replacement.startsWith(one.mutated ?? ''),
  );
  return found?.why ?? null;
}

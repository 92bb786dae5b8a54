/** A mutant: the beginnings of the source and, unless anything may replace it, of the mutant; white space made one blank. Then the reason. */
type Explanation = readonly [written: string, mutated: string, why: string];

const any = '';
const oneRow = 'equivalent: the statement always returns a row';
const noRow = 'unreachable: the statement always returns a row';
const checkedAgain = 'equivalent: the statement checks it again for each row';
const reference = 'unreachable: a foreign key guarantees it';
const hasCreator = 'unreachable: a product has a creator, by a foreign key';
const knownState = 'unreachable: a constraint allows only known states';
const neverRemoved = 'unreachable: orders are never deleted';
const placedWhole = 'unreachable: a placed order has its number and its total, by a constraint';
const isLocked = 'unreachable: the basket is locked and known to be one';
const heldAgain = 'unreachable: no transition leads back to it; TypeScript requires every state';
const successorAgain = 'equivalent, with two more statements: a token used a moment ago gets its successor again';

/** Why mutants may survive, by file. */
const explained: Readonly<Record<string, readonly Explanation[]>> = {
  'base/text/money.ts': [['/,00$/', any, 'equivalent: with two decimals the comma precedes only the last two digits']],
  'base/calls/money-wire.ts': [
    ["typeof value === 'number'", any, 'unreachable: what is encoded is minor units by its type'],
  ],
  'app/merch/merch.server.ts': [
    ['left !== null', 'true', checkedAgain],
    ['(await lockStock(tx, [...returned.keys()])).filter', any, checkedAgain],
    ['stock !== null', 'true', checkedAgain],
    ['counted.length === 0', 'false', 'equivalent: a statement over no products, and no product has changed'],
    [
      '{ return new Set(await readUsedImages(db, names)); }',
      any,
      'covered by the tests of pictures, outside this group',
    ],
    ['lines.length === 0', 'false', 'equivalent: a statement over no lines returns no quotes'],
    ['creators.get(row.userId)?.project', any, hasCreator],
    ['project === undefined', 'false', hasCreator],
    ['throw new Error(`the product ', any, hasCreator],
  ],
  'app/widgets/queue/alert-control-store.server.ts': [
    ['rule.reason !== undefined', 'true', 'equivalent: a missing reason is written as null'],
    ['row?.isThere', any, oneRow],
  ],
  'app/widgets/queue/alert-move-store.server.ts': [
    ['row?.waiting', any, oneRow],
    ["case 'held'", any, heldAgain],
    ["'held'", any, heldAgain],
    ['rows.filter((row) => row.isHead)', any, 'equivalent for all callers: they ask only whether anything moved'],
  ],
  'app/widgets/queue/alert-store.server.ts': [
    ['visible?.isThere', any, oneRow],
    ["to === 'playing'", 'true', 'equivalent: the duration is written only for what plays'],
  ],
  'app/widgets/overlay/alert-player.ts': [
    ['false', 'true', 'equivalent: it is read only after it was set'],
    ['Date.now() < until', 'Date.now() <= until', 'equivalent except for a report in the very last millisecond'],
  ],
  'app/payouts/payouts.server.ts': [
    ['creators.get(row.personId)?.project', any, reference],
    ['people.get(row.personId)?.phone', any, reference],
    ['accounts.get(row.accountId)?.balance', any, reference],
    ["search === ''", 'false', 'equivalent: every name matches an empty search'],
  ],
  'app/donations/donation-owner.server.ts': [
    ['project === null', any, reference],
    ['throw new Error(`the project of donation', any, reference],
  ],
  'app/identity/session/live-sessions.server.ts': [
    ['this.#drops += 1', any, 'equivalent: only a change of the number matters'],
  ],
  'app/identity/session/sessions-store.server.ts': [
    ['inserted === undefined', 'false', oneRow],
    ["throw new Error('the session was not stored')", any, noRow],
  ],
  'app/identity/session/sessions.server.ts': [
    ['rotated !== null', 'false', successorAgain],
    ['[]', '["Stryker was here"]', 'equivalent: one more group follows the four that matter'],
    ["''", any, 'equivalent: a split text has a first part, and no address is empty'],
    ['id !== null', 'true', 'equivalent: ending no session changes nothing'],
  ],
  'app/payments/settling/payment-opening.server.ts': [
    ['(await readByProviderId(db, system.name, id))?.id', any, 'unreachable: what is not inserted exists and is found'],
    ['paymentId === undefined', any, 'unreachable: what is not inserted exists and is found'],
    ["throw new Error('the payment that", any, 'unreachable: what is not inserted exists and is found'],
  ],
  'app/payments/settling/payment-lifecycle.server.ts': [
    ['answer?.status', any, 'unreachable: there are as many answers as questions'],
  ],
  'app/payments/settling/payment-settling.server.ts': [
    ['[]', any, 'equivalent: no payment can move into a state that does not exist'],
    ['true', 'false', 'equivalent: read again, what has just moved is known and has no problem'],
  ],
  'app/orders/moves/moving.server.ts': [
    ['status === null', 'false', knownState],
    ['order.pickupPointId === null', 'false', 'equivalent: no point is found without an id'],
    ['order === null', 'false', neverRemoved],
  ],
  'app/orders/moves-store.server.ts': [
    ['(await db.run(used, [pickupPointId]))[0]?.isUsed', any, oneRow],
    ['false', any, noRow],
  ],
  'app/orders/order-owner.server.ts': [
    ['sellers.get(sellerId)?.project', any, reference],
    ['accountId === undefined', 'false', reference],
    ['throw new Error(`the seller ', any, reference],
    ['number === null', any, placedWhole],
    ['total === null', any, placedWhole],
    [`throw new Error(\`order \${id} was paid without`, any, placedWhole],
    ['order === null', 'false', neverRemoved],
    ['throw new Error(`the order ', any, neverRemoved],
  ],
  'app/orders/checkout/paying.server.ts': [
    ['number === null', any, placedWhole],
    ['total === null', any, placedWhole],
    [`throw new Error(\`order \${order.id} was not placed`, any, placedWhole],
    ['point?.isActive', any, reference],
    ['basket === null', 'false', isLocked],
    ['[]', any, isLocked],
  ],
  'app/orders/checkout/placing-store.server.ts': [
    ['placed === undefined', 'false', isLocked],
    ['throw new Error(', any, isLocked],
    ['(await tx.run(unpaid, [userId]))[0]?.count', any, oneRow],
    ['pickup && JSON.stringify(pickup)', any, 'equivalent: null as JSON is read as null'],
  ],
};

/** The reason that is known for a survivor; null if a test is still missing. */
export function reasonOf(survivor: { file: string; original: string; replacement: string }): string | null {
  const { file, original, replacement } = survivor;
  const found = explained[file]?.find(
    ([written, mutated]) => original.startsWith(written) && replacement.startsWith(mutated),
  );
  return found?.[2] ?? null;
}

/** Explanations of code that has changed since: they would hide nothing or the wrong mutant. */
export function staleExplanations(read: (file: string) => string): string[] {
  return Object.entries(explained).flatMap(([file, all]) => {
    const text = read(file).replace(/\s+/g, ' ');
    return all.filter(([written]) => !text.includes(written)).map(([written]) => `${file}: ${written}`);
  });
}

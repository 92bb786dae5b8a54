import type { Change, Fault } from './fault.ts';

const storms = 'test/torture/money/money-storms.torture.ts';
const states = 'test/torture/money/money-states.torture.ts';

const keysAreIgnored: Change = {
  file: 'base/calls/idempotency.server.ts',
  replace: 'const key = digest(request.call, request.caller, request.key);',
  by: 'const key = digest(request.call, request.caller, request.key, String(Math.random()));',
};

/** Faults of invariants 1 to 6. */
export const moneyFaults: readonly Fault[] = [
  {
    name: 'try-after-a-crash-is-a-new-donation',
    invariant: 1,
    says: 'a retry after a crash during the first try does not get the same id, so it makes a second donation',
    changes: [
      {
        file: 'base/calls/idempotency.server.ts',
        replace: `subject = case when stored.created_at < now() - interval '24 hours' then excluded.subject else stored.subject end`,
        by: 'subject = excluded.subject',
      },
    ],
    runs: { file: 'test/torture/money/donations.torture.ts', scale: 0.01 },
  },
  {
    name: 'answered-before-it-is-written',
    invariant: 1,
    says: 'a donation is acknowledged before it is in the database, so a killed server loses it',
    changes: [
      {
        file: 'app/payments/settling/payment-opening.server.ts',
        replace: 'const paymentId = (await insertPayment(db, row, owner)) ?? (await readByProviderId(db, id))?.id;',
        by: `setTimeout(() => insertPayment(this.#options.db, row, owner).catch(() => undefined), 400);
      const paymentId = reference;`,
      },
    ],
    runs: { file: 'test/torture/money/donations.torture.ts', scale: 0.01 },
  },
  {
    name: 'key-is-ignored',
    invariant: 2,
    says: 'the Idempotency-Key is ignored: every request is a new one',
    changes: [keysAreIgnored],
    runs: { file: storms, test: '2:', scale: 0.01 },
  },
  {
    name: 'another-body-gets-the-answer',
    invariant: 2,
    says: 'the same key with another body is answered as the first one instead of 422',
    changes: [
      {
        file: 'base/calls/idempotency.server.ts',
        replace: 'if (row?.isSameRequest === false) throw',
        by: 'if (row === null) throw',
      },
    ],
    runs: { file: storms, test: '2:', scale: 0.01 },
  },
  {
    name: 'signature-is-not-compared',
    invariant: 3,
    says: 'any signature of a callback is accepted',
    changes: [
      {
        file: 'app/payments/provider/provider-signature.server.ts',
        replace: 'return expected.some((one) => timingSafeEqual(digest, one));',
        by: 'return true;',
      },
    ],
    runs: { file: storms, test: '3:', scale: 0.01 },
  },
  {
    name: 'old-callback-is-taken',
    invariant: 3,
    says: 'a callback that was signed over five minutes ago is accepted',
    changes: [
      {
        file: 'app/payments/provider/provider-signature.server.ts',
        replace: 'const toleranceSeconds = 300;',
        by: 'const toleranceSeconds = 3_000;',
      },
    ],
    runs: { file: storms, test: '3:', scale: 0.01 },
  },
  {
    name: 'paid-payment-may-fail',
    invariant: 4,
    says: 'the table of states lets a paid payment fail',
    changes: [
      {
        file: 'app/payments/payment-status.ts',
        replace: `Paid: ['Refunded'],`,
        by: `Paid: ['Refunded', 'Failed'],`,
      },
    ],
    runs: { file: states, test: '4: random sequences of what', scale: 0.01 },
  },
  {
    name: 'top-counts-the-last-donation-alone',
    invariant: 4,
    says: 'a second donation of a donor takes the place of his first one in the top list',
    changes: [
      {
        file: 'app/donations/give/donations-store.server.ts',
        replace: 'amount = total.amount + excluded.amount,',
        by: 'amount = excluded.amount,',
      },
    ],
    runs: { file: states, test: '4: random sequences in the database', scale: 0.01 },
  },
  {
    name: 'refund-stays-in-the-total',
    invariant: 4,
    says: 'a refunded donation stays in the sum of its project',
    changes: [
      {
        file: 'app/donations/give/donations-store.server.ts',
        replace: 'paid_sum = total.paid_sum - donation.amount',
        by: 'paid_sum = total.paid_sum',
      },
    ],
    runs: { file: 'test/torture/money/equal-sums.torture.ts', scale: 0.01 },
  },
  {
    name: 'other-amount-is-paid',
    invariant: 5,
    says: 'a message `paid` of the provider with another amount pays the donation',
    changes: [
      {
        file: 'app/payments/settling/payments-store.server.ts',
        replace: 'and reference::text = $3 and amount = $4 and',
        by: 'and reference::text = $3 and (amount = $4 or true) and',
      },
    ],
    runs: { file: storms, test: '5:', scale: 0.01 },
  },
  {
    name: 'provider-is-asked-too-late',
    invariant: 5,
    says: 'after a provider that did not answer the next question comes an hour later',
    changes: [
      {
        file: 'app/payments/settling/payments-store.server.ts',
        replace: 'else now() + least(40, 10 * 2 ^ least(checks, 4))',
        by: 'else now() + least(3600, 900 * 2 ^ least(checks, 4))',
      },
    ],
    runs: { file: storms, test: '5:', scale: 0.01 },
  },
  {
    name: 'double-click-is-two-donations',
    invariant: 6,
    says: 'each press of the button makes its own donation, whatever its key',
    changes: [keysAreIgnored],
    runs: { file: storms, test: '6:', scale: 0.01 },
  },
  {
    name: 'refund-stays-in-the-ledger',
    invariant: 4,
    says: "a refunded donation stays in its creator's account and in the books",
    changes: [
      {
        file: 'app/donations/donation-owner.server.ts',
        replace: 'await reverseRest(tx, { kind: donationKind, reference, as: refundKind, parts });',
        by: 'if (refundKind === null) await reverseRest(tx, { kind: donationKind, reference, as: refundKind, parts });',
      },
    ],
    runs: { file: states, test: '4: random sequences by the hundred', scale: 0.01 },
  },
  {
    name: 'refund-stays-in-the-widget',
    invariant: 4,
    says: 'the statistics of a widget that counts from a day on include refunded donations',
    changes: [
      {
        file: 'app/donations/lists/donation-lists-store.server.ts',
        replace: 'amount: (paid[0]?.amount ?? 0) - (refunded[0]?.amount ?? 0),',
        by: 'amount: paid[0]?.amount ?? 0,',
      },
    ],
    runs: { file: states, test: '4: random sequences by the hundred', scale: 0.01 },
  },
];

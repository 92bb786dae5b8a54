import type { Change, Fault } from './fault.ts';

const idempotency = 'base/calls/idempotency.server.ts';
const providerSignature = 'app/payments/systems/gateway/gateway-signature.server.ts';
const donationsStore = 'app/donations/donations-store.server.ts';
const paymentsStore = 'app/payments/settling/payments-store.server.ts';
const storms = 'test/torture/money/money-storms.torture.ts';
const memberships = 'test/torture/money/memberships.torture.ts';
const states = 'test/torture/money/money-states.torture.ts';
const systems = 'test/torture/money/systems.torture.ts';

const keysAreIgnored: Change = [
  idempotency,
  'const key = digest(request.call, request.caller, request.key);',
  'const key = digest(request.call, request.caller, request.key, String(Math.random()));',
];

/** Faults of invariants 1 to 6. */
export const moneyFaults: readonly Fault[] = [
  {
    name: 'try-after-a-crash-is-a-new-donation',
    invariant: 1,
    says: 'a retry after a crash during the first try does not get the same id, so it makes a second donation',
    changes: [
      [
        idempotency,
        `subject = case when stored.created_at < now() - interval '24 hours' then excluded.subject else stored.subject end`,
        'subject = excluded.subject',
      ],
    ],
    runs: { file: 'test/torture/money/donations.torture.ts' },
  },
  {
    name: 'answered-before-it-is-written',
    invariant: 1,
    says: 'a donation is acknowledged before it is in the database, so a killed server loses it',
    changes: [
      [
        'app/payments/settling/payment-opening.server.ts',
        'const paymentId = (await insertPayment(db, row, owner)) ?? (await readByProviderId(db, system.name, id))?.id;',
        `setTimeout(() => insertPayment(this.#options.db, row, owner).catch(() => undefined), 400);
      const paymentId = reference;`,
      ],
    ],
    runs: { file: 'test/torture/money/donations.torture.ts' },
  },
  {
    name: 'repeated-perform-is-refused',
    invariant: 1,
    says: 'a call of Payme whose answer was lost is refused when it is repeated',
    changes: [
      [
        'app/payments/systems/payme/payme-merchant.server.ts',
        'if (now.state === 2) return confirmEarlier(tx);',
        'if (now.state === 2) throw impossible();',
      ],
    ],
    runs: { file: systems, test: '1: payments at payme' },
  },
  {
    name: 'repeated-complete-is-cancelled',
    invariant: 1,
    says: 'a Complete of Click that was booked is answered as cancelled when it is repeated, so that Click gives the money back',
    changes: [
      [
        'app/payments/systems/click/click-merchant.server.ts',
        `state === 'Completed' ? 'alreadyPaid' : 'cancelled'`,
        `state === 'Prepared' ? 'alreadyPaid' : 'cancelled'`,
      ],
    ],
    runs: { file: systems, test: '1: payments at click' },
  },
  {
    name: 'refund-at-stripe-is-not-seen',
    invariant: 1,
    says: 'what was refunded in the dashboard of Stripe stays booked',
    changes: [
      [
        'app/payments/systems/stripe/stripe-report.server.ts',
        `return isGone ? 'refunded' : 'paid';`,
        `return isGone ? 'paid' : 'paid';`,
      ],
    ],
    runs: { file: systems, test: '1: payments at stripe' },
  },
  {
    name: 'lost-charge-counts-as-refused',
    invariant: 1,
    says: 'a charge whose answer was lost counts as a refused try of its month',
    changes: [
      [
        'app/memberships/charging/charge-step.server.ts',
        `if (known === 'unknown' || known === 'paid') return 'later';`,
        `if (known === 'unknown') return this.#refuse(leased, charge, 'Lost');
    if (known === 'paid') return 'later';`,
      ],
      [
        'app/memberships/charging/charge-step.server.ts',
        `return outcome === 'paid' ? 'done' : 'later';`,
        `return outcome === 'paid' ? 'done' : this.#refuse(leased, charge, 'Lost');`,
      ],
    ],
    runs: { file: memberships },
  },
  {
    name: 'missed-months-are-charged-too',
    invariant: 1,
    says: 'after an outage every missed month is charged at once',
    changes: [
      [
        'app/memberships/membership-steps.server.ts',
        'const isInTime = end !== null && end > now;',
        'const isInTime = end !== null;',
      ],
    ],
    runs: { file: memberships },
  },
  {
    name: 'key-is-ignored',
    invariant: 2,
    says: 'the Idempotency-Key is ignored: every request is a new one',
    changes: [keysAreIgnored],
    runs: { file: storms, test: '2:' },
  },
  {
    name: 'another-body-gets-the-answer',
    invariant: 2,
    says: 'the same key with another body is answered as the first one instead of 422',
    changes: [[idempotency, 'if (row?.isSameRequest === false) throw', 'if (row === null) throw']],
    runs: { file: storms, test: '2:' },
  },
  {
    name: 'signature-is-not-compared',
    invariant: 3,
    says: 'any signature of a callback is accepted',
    changes: [[providerSignature, 'return expected.some((one) => timingSafeEqual(digest, one));', 'return true;']],
    runs: { file: storms, test: '3:' },
  },
  {
    name: 'old-callback-is-taken',
    invariant: 3,
    says: 'a callback that was signed over five minutes ago is accepted',
    changes: [[providerSignature, 'const toleranceSeconds = 300;', 'const toleranceSeconds = 3_000;']],
    runs: { file: storms, test: '3:' },
  },
  {
    name: 'paid-payment-may-fail',
    invariant: 4,
    says: 'the table of states lets a paid payment fail',
    changes: [['app/payments/payment-status.ts', `Paid: ['Refunded'],`, `Paid: ['Refunded', 'Failed'],`]],
    runs: { file: states, test: '4: random sequences of what' },
  },
  {
    name: 'top-counts-the-last-donation-alone',
    invariant: 4,
    says: 'a second donation of a donor takes the place of his first one in the top list',
    changes: [[donationsStore, 'amount = total.amount + excluded.amount,', 'amount = excluded.amount,']],
    runs: { file: states, test: '4: random sequences in the database' },
  },
  {
    name: 'refund-stays-in-the-total',
    invariant: 4,
    says: 'a refunded donation stays in the sum of its project',
    changes: [[donationsStore, 'paid_sum = total.paid_sum - donation.amount', 'paid_sum = total.paid_sum']],
    runs: { file: 'test/torture/money/equal-sums.torture.ts' },
  },
  {
    name: 'other-amount-is-paid',
    invariant: 5,
    says: 'a message `paid` of the provider with another amount pays the donation',
    changes: [
      [
        paymentsStore,
        'and reference::text = $3 and amount = $4 and',
        'and reference::text = $3 and (amount = $4 or true) and',
      ],
    ],
    runs: { file: storms, test: '5:' },
  },
  {
    name: 'provider-is-asked-too-late',
    invariant: 5,
    says: 'after a provider that did not answer the next question comes an hour later',
    changes: [
      [
        paymentsStore,
        'else now() + least(40, 10 * 2 ^ least(checks, 4))',
        'else now() + least(3600, 900 * 2 ^ least(checks, 4))',
      ],
    ],
    runs: { file: storms, test: '5:' },
  },
  {
    name: 'double-click-is-two-donations',
    invariant: 6,
    says: 'each press of the button makes its own donation, whatever its key',
    changes: [keysAreIgnored],
    runs: { file: storms, test: '6:' },
  },
  {
    name: 'refund-stays-in-the-ledger',
    invariant: 4,
    says: "a refunded donation stays in its creator's account and in the books",
    changes: [
      [
        'app/donations/donation-owner.server.ts',
        'await reverseRest(tx, { kind: donationKind, reference, as: refundKind, parts });',
        'if (refundKind === null) await reverseRest(tx, { kind: donationKind, reference, as: refundKind, parts });',
      ],
    ],
    runs: { file: states, test: '4: random sequences by the hundred' },
  },
  {
    name: 'refund-stays-in-the-widget',
    invariant: 4,
    says: 'the statistics of a widget that counts from a day on include refunded donations',
    changes: [
      [
        'app/donations/lists/donation-lists-store.server.ts',
        'amount: (paid[0]?.amount ?? 0) - (refunded[0]?.amount ?? 0),',
        'amount: paid[0]?.amount ?? 0,',
      ],
    ],
    runs: { file: states, test: '4: random sequences by the hundred' },
  },
];

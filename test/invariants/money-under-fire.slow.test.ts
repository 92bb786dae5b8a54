import { describe, expect, it } from 'vitest';
import { runDonationsUnderFire } from '#test/torture/money/donations-under-fire.ts';
import {
  findMoneyFaults,
  type MoneyEvidence,
  type MoneyFaults,
  noMoneyFaults,
} from '#test/torture/money/money-evidence.ts';

describe('invariant 1: a server killed under donations', () => {
  it('loses and doubles nothing that was acknowledged, and the ledger equals the provider’s books', async () => {
    const { faults, ledgerFaults, totalFaults, ...seen } = await runDonationsUnderFire({
      donations: 60,
      clients: 20,
      kills: 3,
    });
    expect(faults).toEqual(noMoneyFaults);
    expect(ledgerFaults).toEqual({ entrySum: 0, wrongBalances: 0, unbalanced: 0 });
    expect(totalFaults).toEqual({ totals: 0, top: 0, ledger: 0, states: 0, numbers: 0 });
    expect([seen.wrongLists, seen.kills, seen.evidence.acknowledged.length]).toEqual([0, 3, 60]);
    expect(seen.cardNumbers).toBe(0);
    expect(seen.settledAfter).toBeLessThan(60);
  }, 120_000);
});

describe('the comparison of the books', () => {
  const payment = (reference: string, amount: number, statuses = ['created', 'paid']) => ({
    id: `at the provider ${reference}`,
    reference,
    amount,
    status: statuses.at(-1) ?? '',
    history: statuses.map((status) => ({ status })),
  });
  const sound: MoneyEvidence = {
    asked: 3,
    acknowledged: [
      { payId: 'a', amount: 100 },
      { payId: 'b', amount: 200 },
    ],
    books: [payment('a', 100), payment('b', 200), payment('c', 300, ['created'])],
    donations: [
      { id: 'a', amount: 100, isPaid: true },
      { id: 'b', amount: 200, isPaid: true },
      { id: 'c', amount: 300, isPaid: false },
    ],
    postings: [
      { reference: 'a', amount: 100 },
      { reference: 'b', amount: 200 },
    ],
  };

  const forgeries: readonly [string, Partial<MoneyEvidence>, Partial<MoneyFaults>][] = [
    ['an acknowledged donation is gone', { acknowledged: [{ payId: 'x', amount: 100 }] }, { lost: 1 }],
    ['an acknowledged donation has another amount', { acknowledged: [{ payId: 'a', amount: 101 }] }, { lost: 1 }],
    ['a key made two donations', { asked: 2 }, { doubled: 1 }],
    ['a donation has two payments', { books: [...sound.books, payment('c', 300, ['created'])] }, { doubled: 1 }],
    ['a payment belongs to no donation', { books: [...sound.books, payment('x', 5, ['created'])] }, { orphaned: 1 }],
    [
      'a payment was charged twice',
      { books: [payment('a', 100, ['created', 'paid', 'paid']), ...sound.books.slice(1)] },
      { chargedTwice: 1 },
    ],
    [
      'a donation is falsely paid',
      { donations: [...sound.donations.slice(0, 2), { id: 'c', amount: 300, isPaid: true }] },
      { wrongStates: 1 },
    ],
    [
      'the ledger lacks one minor unit',
      { postings: [{ reference: 'a', amount: 99 }, ...sound.postings.slice(1)] },
      { wrongPostings: 1, difference: -1 },
    ],
    [
      'a donation was posted twice',
      { postings: [...sound.postings, { reference: 'a', amount: 100 }] },
      { wrongPostings: 1, difference: 100 },
    ],
  ];

  it('is content with sound books', () => expect(findMoneyFaults(sound)).toEqual(noMoneyFaults));

  it.each(forgeries)('notices when %s', (_, forged, faults) => {
    expect(findMoneyFaults({ ...sound, ...forged })).toMatchObject(faults);
  });
});

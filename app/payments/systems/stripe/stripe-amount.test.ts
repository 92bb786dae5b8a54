import { describe, expect, it, test } from 'vitest';
import { minor } from '#base/money/money.ts';
import { amountOfStripe, stripeAmount } from './stripe-amount.ts';

describe('amounts of Stripe', () => {
  test.each([
    ['UZS', 500_000, 500_000],
    ['KZT', 12_345, 12_345],
    ['EUR', 1, 1],
    ['JPY', 50_000, 500],
    ['KRW', 100, 1],
    ['KWD', 1_234, 12_340],
    ['ISK', 50_000, 50_000],
    ['UGX', 50_000, 50_000],
  ])('%s: %i of our minor units are %i there', (currency, ours, theirs) => {
    expect(stripeAmount(minor(ours), currency)).toBe(theirs);
    expect(amountOfStripe(theirs, currency)).toBe(ours);
  });

  it('are refused where the currency has no such fraction', () => {
    for (const currency of ['JPY', 'ISK', 'UGX']) expect(stripeAmount(minor(50_050), currency)).toBeNull();
    expect(amountOfStripe(12_345, 'KWD')).toBeNull();
  });
});

import { add, type Minor, minor, shareOf, subtract, zero } from '#base/money/money.ts';

/**
 * Divides an amount in proportion to weights: the parts add up to it to the minor unit (largest remainders). No part is larger than its weight
 * where the amount is not larger than all weights together.
 */
export function divide(amount: Minor, weights: readonly Minor[]): Minor[] {
  const whole = add(...weights);
  if (whole === 0) return weights.map(() => zero);
  const parts = weights.map((weight) => shareOf(amount, weight, whole));
  const left = subtract(amount, add(...parts));
  const remainders = weights.map((weight, at) => ({ at, rest: (BigInt(amount) * BigInt(weight)) % BigInt(whole) }));
  const largest = remainders.sort((one, other) => Number(other.rest - one.rest) || one.at - other.at).slice(0, left);
  const raised = new Set(largest.map(({ at }) => at));
  return parts.map((part, at) => (raised.has(at) ? add(part, minor(1)) : part));
}

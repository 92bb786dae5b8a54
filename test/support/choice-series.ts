import fc from 'fast-check';
import type { ChoiceFixture, GivenDonation } from './choice-fixture.ts';

/** A donation as a series knows it, in minor units. */
interface Known {
  readonly given: GivenDonation;
  /** Which of the two that can be chosen. */
  readonly place: number;
  left: number;
  back: number;
  state: 'open' | 'counted' | 'late';
}

/** What donors choose in a series, at the places 0 and 1. */
interface Choosing {
  readonly isOpen: (place: number) => boolean;
  readonly choose: (place: number, sum: number) => Promise<GivenDonation>;
  readonly close: (place: number) => Promise<unknown>;
}

const at = fc.nat({ max: 5 });
const none = fc.constant(0);

const stepOf = (least: number) =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        act: fc.constant('choose' as const),
        at,
        sum: fc.integer({ min: least, max: 60_000_00 }),
      }),
    },
    { weight: 5, arbitrary: fc.record({ act: fc.constant('pay' as const), at, sum: none }) },
    {
      weight: 2,
      arbitrary: fc.record({ act: fc.constant('part' as const), at, sum: fc.integer({ min: 1, max: 7_000_00 }) }),
    },
    { weight: 1, arbitrary: fc.record({ act: fc.constant('refund' as const), at, sum: none }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant('close' as const), at, sum: none }) },
  );

/** Series of donations, their payments and refunds, and ends. `least`: minor units of the smallest donation. */
export const seriesFrom = (least: number) => fc.array(stepOf(least), { minLength: 4, maxLength: 14 });

type Step = ReturnType<typeof stepOf> extends fc.Arbitrary<infer Value> ? Value : never;

/** The sum and the number of the donations of a place that count. */
export function figuresOf(known: readonly Known[], place: number) {
  const counted = known.filter((one) => one.place === place && one.state === 'counted');
  return {
    counted,
    sum: counted.reduce((all, { left }) => all + left, 0) / 100,
    count: counted.filter(({ left }) => left > 0).length,
  };
}

/** Pays or refunds a donation, if that can be done now. */
async function moveMoney(fixture: ChoiceFixture, { act, sum }: Step, one: Known, isOpen: boolean): Promise<void> {
  if (act === 'pay' && one.state === 'open') {
    await fixture.pay(one.given);
    one.state = isOpen ? 'counted' : 'late';
  } else if (act === 'part' && one.state !== 'open' && one.left > sum) {
    one.left -= sum;
    one.back += sum;
    await fixture.refund(one.given, { amount: sum, back: one.back });
  } else if (act === 'refund' && one.state !== 'open' && one.left > 0) {
    one.left = 0;
    await fixture.refund(one.given);
  }
}

async function take(fixture: ChoiceFixture, choosing: Choosing, known: Known[], next: Step): Promise<void> {
  const place = next.at % 2;
  const one = known[next.at % Math.max(1, known.length)];
  if (next.act === 'choose' && choosing.isOpen(place)) {
    const given = await choosing.choose(place, next.sum / 100);
    known.push({ given, place, left: next.sum, back: 0, state: 'open' });
  } else if (next.act === 'close' && choosing.isOpen(place)) {
    await choosing.close(place);
  } else if (one !== undefined) {
    await moveMoney(fixture, next, one, choosing.isOpen(one.place));
  }
}

/** Plays a series, with what is known of its donations after each step. */
export async function* play(fixture: ChoiceFixture, choosing: Choosing, steps: readonly Step[]) {
  const known: Known[] = [];
  for (const next of steps) {
    await take(fixture, choosing, known, next);
    yield known;
  }
}

import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import type { GivenDonation } from '#test/support/choice-fixture.ts';
import { openRewardFixture } from '#test/support/reward-fixture.ts';

const fixture = await openRewardFixture();
afterAll(() => fixture.app.close());

const stock = 2;
const price = 50_000;

const step = fc.record({
  act: fc.constantFrom(
    'take',
    'take',
    'take',
    'pay',
    'pay',
    'pay',
    'runOut',
    'part',
    'refund',
    'give',
    'keep',
    'close',
  ),
  at: fc.nat({ max: 7 }),
  sum: fc.integer({ min: 1, max: 30_000_00 }),
});

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** A donation as the series knows it; sums in minor units. */
interface Known {
  readonly given: GivenDonation;
  left: number;
  back: number;
  isPaid: boolean;
  /** A piece is kept for it. */
  isKept: boolean;
  /** It has its piece. */
  isTaken: boolean;
  /** It was paid when no piece was left. */
  hasMissed: boolean;
  isGiven: boolean;
}

/** It has missed its piece, and would still get one. */
const isWaiting = ({ hasMissed, isTaken, left }: Known) => hasMissed && !isTaken && left >= price * 100;

/** A creator with one reward, and what is known of its donations. */
class Series {
  readonly creator = fixture.creator();
  readonly reward = this.creator.then((creator) => fixture.offer(creator, { stock, price }));
  readonly known: Known[] = [];
  isOpen = true;

  get taken(): number {
    return this.known.filter(({ isTaken }) => isTaken).length;
  }

  get free(): number {
    return stock - this.taken - this.known.filter(({ isKept }) => isKept).length;
  }

  /** `sum`: what is given beyond the price. */
  async take({ sum }: Step): Promise<void> {
    const creator = await this.creator;
    const choices = [fixture.choiceOf(await this.reward)];
    const left = price * 100 + sum;
    const donor = await fixture.donor();
    if (!this.isOpen || this.free === 0) {
      const { status } = await fixture.create(creator, left / 100, choices, donor);
      if (status !== 400) throw new Error(`what cannot be taken was answered with ${status}`);
      return;
    }
    const given = await fixture.chooseAs(donor, creator, left / 100, ...choices);
    const marks = { isPaid: false, isKept: true, isTaken: false, hasMissed: false, isGiven: false };
    this.known.push({ given, left, back: 0, ...marks });
  }

  async pay(one: Known): Promise<void> {
    if (one.isPaid) return;
    one.isTaken = one.isKept || (this.isOpen && this.free > 0);
    one.hasMissed = !one.isTaken;
    one.isPaid = true;
    one.isKept = false;
    await fixture.pay(one.given);
  }

  async runOut(one: Known): Promise<void> {
    if (one.isPaid) return;
    one.isKept = false;
    await fixture.letRunOut(one.given);
  }

  async payBack(one: Known, sum: number): Promise<void> {
    if (!one.isPaid || one.left === 0) return;
    const isWhole = sum >= one.left;
    one.left = isWhole ? 0 : one.left - sum;
    one.back += sum;
    if (one.left < price * 100 && !one.isGiven) one.isTaken = false;
    await fixture.refund(one.given, isWhole ? {} : { amount: sum, back: one.back });
  }

  async mark(one: Known, isGiven: boolean): Promise<void> {
    if (one.isTaken) {
      one.isGiven = isGiven;
      one.isTaken = isGiven || (one.left >= price * 100 && !one.hasMissed);
    } else if (isGiven && isWaiting(one) && this.free > 0) {
      one.isGiven = true;
      one.isTaken = true;
    }
    await fixture.give(await this.creator, [one.given], isGiven);
  }

  async close(): Promise<void> {
    if (!this.isOpen) return;
    this.isOpen = false;
    await fixture.save(await this.creator, fixture.bodyOf(await this.reward, { close: true }));
  }

  async do(next: Step): Promise<void> {
    const one = this.known[next.at % Math.max(1, this.known.length)];
    if (next.act === 'take') await this.take(next);
    else if (next.act === 'close') await this.close();
    else if (one === undefined) return;
    else if (next.act === 'pay') await this.pay(one);
    else if (next.act === 'runOut') await this.runOut(one);
    else if (next.act === 'part') await this.payBack(one, next.sum);
    else if (next.act === 'refund') await this.payBack(one, one.left);
    else await this.mark(one, next.act === 'give');
  }
}

it('shows what is computed anew from the payments, after every series of donations, refunds, marks and ends', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 20 }), async (steps) => {
      const series = new Series();
      const creator = await series.creator;
      await series.reward;
      for (const next of steps) {
        await series.do(next);
        const { taken, free, known } = series;
        expect(await fixture.first(creator)).toMatchObject({ taken, left: free });
        const owed = await fixture.owed(creator, { Take: 100 });
        const expected = known.filter(({ isTaken, isGiven }) => isTaken && !isGiven);
        expect(owed.items.map(({ amount }) => amount).sort()).toEqual(expected.map(({ left }) => left / 100).sort());
        const missed = await fixture.owed(creator, { state: 'missed', Take: 100 });
        const waiting = known.filter(isWaiting).map(({ given }) => given.payId);
        expect(missed.items.map(({ donationId }) => donationId).sort()).toEqual(waiting.sort());
      }
      await fixture.requireRight();
    }),
    { numRuns: 8 },
  );
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ChoiceFixture } from '#test/support/choice-fixture.ts';
import { failureOf } from '#test/support/money/failure-of.ts';
import type { Given } from '#test/support/money/gift-fixture.ts';
import { openPieceFixture, type PieceFixture } from '#test/support/money/piece-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';

const { members, fixture, gifts, app } = await openPieceFixture();
const provider = new ChoiceFixture(app);

/** Gives the money of some pieces back; `total`: of how many in all. */
const refundPart = ({ giftId, paymentUrl }: Given, pieces: number, total = pieces) => {
  const sum = 25_000 * 100;
  return provider.refund({ payId: giftId, paymentUrl }, { amount: pieces * sum, back: total * sum });
};
const refund = ({ giftId }: Given) => app.opora.areas.payments.refundPayment(giftId);
const block = async ({ userId }: SignedIn) =>
  members.as(await members.person('moderator'), 'PUT Moderator/BlockUser', { query: { userId, reason: 'Обман' } });

describe('pieces of the stock', () => {
  test('are held for half an hour, and let go by a newer gift of the same donor', async () => {
    const sold = await fixture.product(5);
    const donor = await members.person();
    await fixture.begin(donor, sold, { pieces: 5 });
    expect(failureOf(await fixture.ask(await members.person(), sold, { pieces: 1 }))).toMatchObject({
      code: 'OutOfStock',
    });
    await fixture.begin(donor, sold, { pieces: 4 });
    expect(await fixture.stateOf(sold.productId)).toMatchObject({ stock: 1, stocked: 4, owed: 4 });
    gifts.pass(29);
    await fixture.settle();
    expect(await fixture.stateOf(sold.productId)).toMatchObject({ stock: 1, stocked: 4 });
    gifts.pass(1);
    await fixture.settle();
    expect(await fixture.stateOf(sold.productId)).toMatchObject({ stock: 5, stocked: 0, owed: 0 });
  });

  test('paid late are what is left, and what is missing is never given', async () => {
    const sold = await fixture.product(5);
    const late = await fixture.begin(await members.person(), sold, { pieces: 5 });
    gifts.pass(31);
    await fixture.settle();
    await fixture.give(await members.person(), sold, { pieces: 3 });
    await gifts.pay(late);
    expect((await fixture.read(late.giftId)).gift).toMatchObject({ pieces: 2, short: 3, left: 2, state: 'Entering' });
    expect(await fixture.stateOf(sold.productId)).toMatchObject({ stock: 0, stocked: 5, owed: 5 });
    await refundPart(late, 3);
    expect((await fixture.read(late.giftId)).gift).toMatchObject({ pieces: 2, left: 2 });
    await refundPart(late, 1, 4);
    expect((await fixture.read(late.giftId)).gift).toMatchObject({ pieces: 1, left: 1 });
    expect(await fixture.stateOf(sold.productId)).toMatchObject({ stock: 1, stocked: 4 });
  });

  test('paid late, when none are left, are over at once; the money stays a donation', async () => {
    const sold = await fixture.product(2);
    const late = await fixture.begin(await members.person(), sold, { pieces: 2 });
    gifts.pass(31);
    await fixture.settle();
    await fixture.give(await members.person(), sold, { pieces: 2 });
    await gifts.pay(late);
    expect((await fixture.read(late.giftId)).gift).toMatchObject({
      pieces: 0,
      short: 2,
      state: 'Over',
      endReason: 'Short',
    });
    expect(failureOf(await gifts.enter(late.giftId, await members.person()))).toMatchObject({ code: 'EntryOver' });
  });

  test('of a product that is made to order are never short', async () => {
    const sold = await fixture.product(null);
    const late = await fixture.begin(await members.person(), sold, { pieces: 50 });
    gifts.pass(31);
    await fixture.settle();
    await gifts.pay(late);
    expect((await fixture.read(late.giftId)).gift).toMatchObject({ pieces: 50, short: 0, left: 50 });
    const winner = await members.person();
    await gifts.enter(late.giftId, winner);
    gifts.pass(10);
    await fixture.read(late.giftId);
    await fixture.order(late.giftId, winner);
    expect(await fixture.stateOf(sold.productId)).toMatchObject({ stock: null, stocked: 0, ordered: 0 });
  });

  test('go back when the creator is blocked, but for what people have got', async () => {
    const sold = await fixture.product(5);
    const { giftId } = await fixture.drawn(sold, [await members.person()], { pieces: 4 });
    await block(sold.seller);
    await fixture.settle();
    expect(await fixture.stateOf(sold.productId)).toMatchObject({ stock: 4, stocked: 1, owed: 1 });
    expect(await gifts.get(giftId)).toMatchObject({ status: 404 });
  });
});

describe('a refund', () => {
  test('withdraws first what nobody has, then what is not ordered, the last places first', async () => {
    const sold = await fixture.product(10);
    const people = await gifts.people(3);
    const given = await fixture.drawn(sold, people, { pieces: 4 });
    const parts = await Promise.all(people.map((one) => fixture.part(given.giftId, one)));
    const byPlace = new Map(parts.map(({ piece }, at) => [piece?.place, people[at]]));
    const [first, second, third] = [1, 2, 3].map((place) => byPlace.get(place));
    if (!first || !second || !third) throw new Error('not all of them have got a piece');
    await fixture.order(given.giftId, third);
    await refundPart(given, 1);
    expect((await fixture.read(given.giftId)).gift).toMatchObject({ pieces: 3, left: 0, state: 'Over' });
    await refundPart(given, 1, 2);
    expect(await fixture.part(given.giftId, second)).toMatchObject({ piece: { withdrawnAt: expect.any(String) } });
    expect(await fixture.part(given.giftId, first)).toMatchObject({ piece: { withdrawnAt: null } });
    const shown = (await fixture.read(given.giftId)).places.map(({ withdrawnAt }) => withdrawnAt !== null);
    expect(shown.filter((isWithdrawn) => isWithdrawn)).toHaveLength(1);
    expect(failureOf(await fixture.askOrder(given.giftId, second))).toMatchObject({ code: 'NothingToOrder' });
    await refund(given);
    expect(await fixture.part(given.giftId, first)).toMatchObject({ piece: { withdrawnAt: expect.any(String) } });
    expect(await fixture.part(given.giftId, third)).toMatchObject({ piece: { orderId: expect.any(String) } });
    expect(await fixture.stateOf(sold.productId)).toMatchObject({ stock: 9, stocked: 0, owed: 0, ordered: 1 });
    expect((await fixture.read(given.giftId)).gift).toMatchObject({ pieces: 1 });
  });
});

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('begin' as const), pieces: fc.integer({ min: 1, max: 5 }) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('pay' as const), at: fc.nat(5) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('enter' as const, 'take' as const, 'order' as const),
      who: fc.nat(3),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('refund' as const),
      at: fc.nat(5),
      part: fc.integer({ min: 0, max: 3 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('wait' as const),
      minutes: fc.constantFrom(5, 11, 11, 31, 31 * 1_440),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('buy' as const), pieces: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('block' as const) }) },
);

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

interface World {
  readonly sold: Awaited<ReturnType<PieceFixture['product']>>;
  readonly people: readonly SignedIn[];
  readonly begun: Given[];
  readonly donors: readonly SignedIn[];
  bought: number;
}

/** Takes a step; what is refused changes nothing. */
async function run(world: World, one: Step): Promise<void> {
  const { sold, people, begun, donors } = world;
  if (one.kind === 'begin') {
    const donor = donors[begun.length % donors.length];
    if (donor === undefined) return;
    const answer = await fixture.ask(donor, sold, { pieces: one.pieces });
    const { payId, paymentUrl } = Object(Object(answer.body).data);
    if (answer.status === 200) begun.push({ giftId: String(payId), paymentUrl: String(paymentUrl) });
  }
  if (one.kind === 'wait') {
    gifts.pass(one.minutes);
    await app.opora.areas.gifts.stepGifts();
    await fixture.settle();
  }
  if (one.kind === 'block') await block(sold.seller);
  if (one.kind === 'buy') {
    const { rowCount } = await app.db.pool.query(
      'update product set stock = stock - $2 where id = $1 and stock >= $2',
      [sold.productId, one.pieces],
    );
    world.bought += (rowCount ?? 0) * one.pieces;
  }
  const who = 'who' in one ? people[one.who] : undefined;
  if (who !== undefined) {
    for (const { giftId } of begun) {
      if (one.kind === 'enter') await gifts.enter(giftId, who);
      if (one.kind === 'take') await gifts.take(giftId, who);
      if (one.kind === 'order') await fixture.askOrder(giftId, who);
    }
  }
  const given = 'at' in one ? begun[one.at % Math.max(1, begun.length)] : undefined;
  if (given === undefined) return;
  if (one.kind === 'pay') await gifts.pay(given);
  if (one.kind === 'refund') {
    await (one.part === 0 ? refund(given).catch(() => undefined) : refundPart(given, one.part));
  }
}

/** So that there is something to lose: a gift that is drawn, ordered by one and not by another. */
const beginning: readonly Step[] = [
  { kind: 'begin', pieces: 3 },
  { kind: 'pay', at: 0 },
  { kind: 'enter', who: 0 },
  { kind: 'enter', who: 1 },
  { kind: 'wait', minutes: 11 },
  { kind: 'order', who: 0 },
];

test('after any steps no piece is lost or made, and every one that somebody waits for is there', async () => {
  const donors = await gifts.people(2);
  const people = await gifts.people(4);
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 12 }),
      fc.array(step, { minLength: 4, maxLength: 20 }),
      async (stock, steps) => {
        members.clock.now = new Date('2027-01-31T10:00:00Z');
        const world: World = { sold: await fixture.product(stock), people, donors, begun: [], bought: 0 };
        for (const one of [...beginning, ...steps]) {
          await run(world, one);
          const state = await fixture.stateOf(world.sold.productId);
          expect((state.stock ?? 0) + state.stocked + state.ordered + world.bought, JSON.stringify(one)).toBe(stock);
          expect(state.stocked, JSON.stringify(one)).toBeGreaterThanOrEqual(state.owed);
          expect(Math.min(state.stock ?? 0, state.stocked, state.ordered)).toBeGreaterThanOrEqual(0);
        }
        // Draws, and then lapses whatever was drawn.
        for (let round = 0; round < 2; round += 1) {
          gifts.pass(31 * 1_440);
          await app.opora.areas.gifts.stepGifts();
        }
        await fixture.settle();
        expect(await fixture.stateOf(world.sold.productId)).toMatchObject({ stocked: 0, owed: 0 });
      },
    ),
    { numRuns: 40 },
  );
}, 240_000);

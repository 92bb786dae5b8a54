import fc from 'fast-check';
import { expect, test } from 'vitest';
import { platformAccount, providerAccount } from '#app/ledger/ledger.server.ts';
import { ChoiceFixture } from '#test/support/choice-fixture.ts';
import type { Given } from '#test/support/money/gift-fixture.ts';
import { openPieceFixture, type PieceFixture } from '#test/support/money/piece-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';

const { members, fixture, gifts, app } = await openPieceFixture();
const provider = new ChoiceFixture(app);

const stepKinds = [
  'begin',
  'pay',
  'enter',
  'take',
  'order',
  'part',
  'refund',
  'back',
  'rate',
  'wait',
  'block',
] as const;

const step = fc.record({
  kind: fc.constantFrom(
    ...stepKinds.slice(0, 10),
    'pay' as const,
    'wait' as const,
    'take' as const,
    'order' as const,
    ...stepKinds,
  ),
  at: fc.nat(5),
  who: fc.nat(3),
  pieces: fc.integer({ min: 1, max: 4 }),
  minutes: fc.constantFrom(11, 11, 31, 31 * 1_440),
  rate: fc.constantFrom(0, 3_000, 5_000, 9_000),
});

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

interface Begun extends Given {
  readonly delivery: number;
  readonly amount: number;
  back: number;
}

interface World {
  readonly sold: Awaited<ReturnType<PieceFixture['product']>>;
  readonly people: readonly SignedIn[];
  readonly staff: SignedIn;
  readonly begun: Begun[];
  /** What was asked for the delivery of each order, when it was placed. */
  readonly deliveries: Map<string, number>;
  rate: number;
}

async function setRate(world: World, rate: number): Promise<void> {
  await app.db.pool.query('update delivery_rate set price = $1', [rate * 100]);
  world.rate = rate;
}

async function refundPart(given: Begun, amount: number): Promise<void> {
  if (given.back + amount > given.amount) return;
  const { rows } = await app.db.pool.query(`select from payment where reference = $1 and status = 'Paid'`, [
    given.giftId,
  ]);
  if (rows.length === 0) return;
  const pay = { payId: given.giftId, paymentUrl: given.paymentUrl };
  const answer = await provider.refund(pay, { amount: amount * 100, back: (given.back + amount) * 100 });
  if (answer.status === 200) given.back += amount;
}

/** Takes a step; what is refused changes nothing. */
async function run(world: World, one: Step): Promise<void> {
  const { sold, people, begun, deliveries, staff } = world;
  const who = people[one.who];
  const given = begun[one.at % Math.max(1, begun.length)];
  if (who === undefined) return;
  if (one.kind === 'rate') await setRate(world, one.rate);
  if (one.kind === 'block')
    await members.as(staff, 'PUT Moderator/BlockUser', { query: { userId: sold.userId, reason: 'Обман' } });
  if (one.kind === 'wait') {
    gifts.pass(one.minutes);
    await app.opora.areas.gifts.stepGifts();
    await fixture.settle();
  }
  if (one.kind === 'begin') {
    const donor = await members.person();
    const answer = await fixture.ask(donor, sold, { pieces: one.pieces, delivery: world.rate });
    const { payId, paymentUrl } = Object(Object(answer.body).data);
    if (answer.status !== 200) return;
    const amount = (20_000 + world.rate) * one.pieces;
    begun.push({ giftId: String(payId), paymentUrl: String(paymentUrl), delivery: world.rate, amount, back: 0 });
  }
  if (given === undefined) return;
  if (one.kind === 'pay') {
    await gifts.pay(given);
    // The provider says it again.
    if (one.pieces > 2) await provider.report({ payId: given.giftId, paymentUrl: given.paymentUrl }, 'paid');
  }
  if (one.kind === 'enter') await gifts.enter(given.giftId, who);
  if (one.kind === 'take') await gifts.take(given.giftId, who);
  if (one.kind === 'order') {
    const answer = await fixture.askOrder(given.giftId, who);
    const { orderId } = Object(Object(answer.body).data);
    if (answer.status === 200 && !deliveries.has(String(orderId))) {
      deliveries.set(String(orderId), Math.min(world.rate, given.delivery));
    }
  }
  if (one.kind === 'part') await refundPart(given, one.pieces * 7_000);
  if (one.kind === 'refund') await app.opora.areas.payments.refundPayment(given.giftId).catch(() => undefined);
  if (one.kind === 'back') {
    const orderId = [...deliveries.keys()][one.at];
    if (orderId !== undefined)
      await members.as(staff, 'PUT Order/UserOders', { body: { orderId, status: 'Refunded' } });
  }
}

async function numbersOf(query: string, values: unknown[] = []): Promise<readonly Record<string, number | string>[]> {
  return (await app.db.pool.query<Record<string, number | string>>(query, values)).rows;
}

/** What must be on the accounts, computed from payments and orders alone, in main units. */
async function dueOf({ begun, deliveries }: World) {
  const paid = await numbersOf(
    `select reference, status, count(*) over (partition by reference) as tries from payment where reference = any ($1)`,
    [begun.map(({ giftId }) => giftId)],
  );
  const rest = begun.reduce((sum, { giftId, amount, back }) => {
    const isPaid = paid.some(({ reference, status }) => reference === giftId && status === 'Paid');
    return sum + (isPaid ? amount - back : 0);
  }, 0);
  const kept = await numbersOf(`select id from shop_order where id = any ($1) and status <> 8`, [
    [...deliveries.keys()],
  ]);
  const delivery = kept.reduce((sum, { id }) => sum + (deliveries.get(String(id)) ?? 0), 0);
  return { creator: rest * 0.95 - delivery, platform: rest * 0.05 + delivery, provider: 0 - rest };
}

/** The accounts, as the sums of their entries. */
async function accountsOf({ sold }: World) {
  const rows = await numbersOf(
    `select a.id, a.person_id as person, a.balance, coalesce(sum(e.amount), 0)::bigint as sum from account a left join entry e on e.account_id = a.id
     where a.id = any ($1) or a.person_id = $2 group by a.id`,
    [[platformAccount, providerAccount], sold.userId],
  );
  const wrong = rows.filter(({ person, balance, sum }) => person !== null && balance !== sum);
  if (wrong.length > 0) throw new Error(`the balance is not the sum of the entries: ${JSON.stringify(wrong)}`);
  const of = (is: (row: Record<string, number | string>) => boolean) => Number(rows.find(is)?.sum) / 100;
  return {
    creator: of(({ person }) => person === sold.userId),
    platform: of(({ id }) => id === platformAccount),
    provider: of(({ id }) => id === providerAccount),
  };
}

/** The gifts that promise more than the rest of their money pays, beside what was ordered. */
async function unpaidOf({ begun }: World) {
  const rows = await numbersOf(
    `select g.id, case when g.due_at is null then 0 else g.months - g.taken - g.withdrawn end as "left", g.opened_at is not null as open,
       (select count(*)::int from gifted_place p where p.gift_id = g.id and p.order_id is not null) as ordered,
       (select count(*)::int from gifted_place p where p.gift_id = g.id and p.choose_until is not null and p.order_id is null
         and p.lapsed_at is null and p.withdrawn_at is null) as won, g.taken, g.withdrawn, g.short, g.months
     from gifted_months g where g.id = any ($1) and g.opened_at is not null`,
    [begun.map(({ giftId }) => giftId)],
  );
  const paid = await numbersOf(`select reference from payment where status = 'Paid' and reference = any ($1)`, [
    begun.map(({ giftId }) => giftId),
  ]);
  return rows.filter(({ id, left, won, ordered, months }) => {
    const given = begun.find(({ giftId }) => giftId === id);
    const isPaid = paid.some(({ reference }) => reference === id);
    const rest = given === undefined || !isPaid ? 0 : given.amount - given.back;
    const pays = Math.floor(rest / (20_000 + (given?.delivery ?? 0)));
    const promised = Number(left) + Number(won) + Number(ordered);
    return promised > Math.max(Number(ordered), pays) || Number(ordered) > Number(months);
  });
}

test('after any steps the accounts are what payments and orders say, and nothing is promised that is not paid', async () => {
  const people = await gifts.people(4);
  const staff = await members.person('moderator');
  await fixture.point();
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 3, max: 12 }),
      fc.array(step, { minLength: 12, maxLength: 40 }),
      async (stock, steps) => {
        members.clock.now = new Date('2027-01-31T10:00:00Z');
        const world: World = {
          sold: await fixture.product(stock),
          people,
          staff,
          begun: [],
          deliveries: new Map(),
          rate: 5_000,
        };
        await setRate(world, 5_000);
        const before = await accountsOf(world);
        const first = { kind: 'begin', at: 0, who: 0, pieces: 3, minutes: 11, rate: 0 } as const;
        const beginning: Step[] = (['begin', 'pay', 'enter', 'wait', 'order'] as const).map((kind) => ({
          ...first,
          kind,
        }));
        for (const one of [...beginning, ...steps]) {
          await run(world, one);
          const due = await dueOf(world);
          const now = await accountsOf(world);
          expect(now.creator, JSON.stringify(one)).toBeCloseTo(due.creator, 1);
          expect(now.platform - before.platform, JSON.stringify(one)).toBeCloseTo(due.platform, 1);
          expect(now.provider - before.provider, JSON.stringify(one)).toBeCloseTo(due.provider, 1);
          expect(await unpaidOf(world), JSON.stringify(one)).toEqual([]);
          const state = await fixture.stateOf(world.sold.productId);
          expect((state.stock ?? 0) + state.stocked + state.ordered, JSON.stringify(one)).toBe(stock);
          expect(state.stocked, JSON.stringify(one)).toBeGreaterThanOrEqual(state.owed);
        }
      },
    ),
    { numRuns: 25 },
  );
}, 240_000);

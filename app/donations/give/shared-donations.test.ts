import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { setBlocked } from '#app/creators/creators.server.ts';
import { as, type Creator } from '#test/support/choice-fixture.ts';
import { openJointFixture } from '#test/support/joint-fixture.ts';

const fixture = await openJointFixture();
afterAll(() => fixture.app.close());

const code = (answer: { body: unknown }) => (answer.body as { error: { code: string } | null }).error?.code ?? null;

const success = z.object({
  data: z.object({
    payId: z.string(),
    status: z.string(),
    amount: z.number(),
    joint: z.object({ shares: z.array(z.object({ amount: z.number() })) }).nullable(),
  }),
});

const opened = z.object({ data: z.object({ payId: z.string(), paymentUrl: z.string() }) });

const thanked = z.object({
  data: z.object({
    joint: z.object({
      shares: z.array(z.object({ creator: z.object({ userName: z.string() }), thankedAt: z.string().nullable() })),
    }),
  }),
});

async function three(percents = [50, 30, 20]) {
  const creators = await fixture.creators(3);
  const joint = await fixture.running(creators, percents);
  const [host, second, third] = creators;
  if (!host || !second || !third) throw new Error('there are three');
  return { joint, host, second, third };
}

const balanceOf = async ({ projectId }: Creator) =>
  (
    await fixture.app.db.pool.query<{ balance: number }>(
      'select a.balance::float8 as balance from project p join account a on a.id = p.account_id where p.id = $1',
      [projectId],
    )
  ).rows[0]?.balance;

const alertsOf = async (payIds: readonly string[]) =>
  (
    await fixture.app.db.pool.query<{ amount: number }>(
      'select amount::float8 as amount from alert where pay_id = any($1) order by project_id',
      [payIds],
    )
  ).rows;

describe('a donation in a stream together', () => {
  it('is shared: each has the part on the account and an alert of the whole, the donor one donation', async () => {
    const { host, second, third, joint } = await three();
    const donor = await fixture.donor();
    const given = await fixture.chooseAs(donor, second, 10_000);
    await fixture.pay(given);
    const parts = await fixture.partsOf(given.payId);
    expect(parts[0]).toMatchObject({ projectId: second.projectId, amount: 300_000, whole: 1_000_000, isPaid: true });
    expect(await Promise.all([host, second, third].map(balanceOf))).toEqual([475_000, 285_000, 190_000]);
    expect(await alertsOf(parts.map(({ id }) => id))).toEqual([1, 2, 3].map(() => ({ amount: 1_000_000 })));
    for (const { id } of parts) {
      const answer = success.parse(
        (await fixture.app.request('GET ProjectPay/Success', { query: { payId: id } })).body,
      );
      expect(answer.data).toMatchObject({ payId: given.payId, status: 'Paid', amount: 10_000 });
      expect(answer.data.joint?.shares.map(({ amount }) => amount).toSorted()).toEqual([2_000, 3_000, 5_000]);
      const status = await fixture.app.request('GET ProjectPay/Status', { query: { payId: id } });
      expect(status.body).toMatchObject({ data: { payId: given.payId, status: 'Paid', amount: 10_000 } });
      const receipt = { query: { payId: id } };
      for (const reader of [donor, third]) {
        expect((await fixture.app.request('GET Receipt', receipt, as(reader))).body).toMatchObject({
          data: { number: given.payId, total: 10_000, commission: 500 },
        });
      }
    }
    const made = await fixture.app.request('GET Donate/Given', {}, as(donor));
    expect(made.body).toMatchObject({
      data: { count: 1, items: [{ id: given.payId, amount: 10_000, whole: 10_000 }] },
    });
    const got = await fixture.app.request('GET Donate/My', {}, as(third));
    expect(got.body).toMatchObject({ data: { count: 1, items: [{ amount: 2_000, whole: 10_000, credited: 1_900 }] } });
    expect(await fixture.own(host)).toMatchObject([{ id: joint.id, own: 5_000, whole: 10_000 }]);
    await fixture.requireRight();
  });

  it('counts whole for what its donor chooses, and by its parts for each creator', async () => {
    const { host, second } = await three();
    const body = { text: 'Играю босса без брони', goal: 30_000 };
    const target = await fixture.app.request('POST Target/Save', { body }, as(host));
    const { id, revision } = z
      .object({ data: z.object({ id: z.string(), revision: z.number() }) })
      .parse(target.body).data;
    const given = await fixture.choose(host, 10_000, { targetId: id, revision });
    await fixture.pay(given);
    const sumIs = async (sum: number) => {
      const { body: list } = await fixture.app.request('GET Target/List', { query: { userName: host.userName } });
      expect(list).toMatchObject({ data: { items: [{ sum }] } });
    };
    const topIs = async ({ projectId }: Creator, amount: number) => {
      const { body: list } = await fixture.app.request('GET ProjectPay/Top', { query: { projectId } });
      expect(list).toMatchObject({ data: [{ amount, count: 1 }] });
    };
    await sumIs(10_000);
    await topIs(host, 5_000);
    await topIs(second, 3_000);
    await fixture.refund(given, { amount: 500_000 });
    await sumIs(5_000);
    await topIs(host, 2_500);
    await topIs(second, 1_500);
    await fixture.refund(given);
    await sumIs(0);
    await fixture.requireRight();
  });

  it('is not shared with a member who is blocked, whom the donor did not see', async () => {
    const { host, second, third } = await three();
    const seen = await fixture.shown(host);
    await fixture.app.db.transaction((tx) => setBlocked(tx, third.userId, true));
    const body = { projectId: host.projectId, amount: 10_000, joint: { id: seen?.id, revision: seen?.revision } };
    expect(code(await fixture.app.request('POST ProjectPay/Create', { body }))).toBe('JointChanged');
    const given = await fixture.choose(second, 10_000);
    expect((await fixture.partsOf(given.payId)).map(({ amount }) => amount)).toEqual([375_000, 625_000]);
    await fixture.app.db.transaction((tx) => setBlocked(tx, host.userId, true));
    expect(await fixture.shown(second)).toBeNull();
  });

  it('is thanked for by each creator, and reaches programs with the part and the whole', async () => {
    const { host, second, joint } = await three();
    const hook = { url: 'https://hooks.example/opora', events: ['donation.paid'] };
    const made = await fixture.app.request('POST Integration/CreateWebhook', { body: hook }, as(second));
    expect(made.status).toBe(200);
    const given = await fixture.choose(host, 10_000);
    await fixture.pay(given);
    const part = (await fixture.partsOf(given.payId)).find(({ projectId }) => projectId === second.projectId);
    const { rows } = await fixture.app.db.pool.query<{ body: string }>(
      'select body from webhook_delivery where subject = $1',
      [part?.id],
    );
    expect(JSON.parse(rows[0]?.body ?? '{}')).toMatchObject({
      data: { payId: part?.id, amount: 3_000, joint: { id: joint.id, whole: 10_000 } },
    });
    const thanks = await fixture.app.request('POST Donate/Thank', { body: { payId: part?.id } }, as(second));
    expect(thanks.status).toBe(200);
    const answer = await fixture.app.request('GET ProjectPay/Success', { query: { payId: given.payId } });
    const { data } = thanked.parse(answer.body);
    const thankedBy = data.joint.shares.flatMap(({ creator, thankedAt }) =>
      thankedAt === null ? [] : [creator.userName],
    );
    expect(thankedBy).toEqual([second.userName]);
  });

  it('that is opened while the stream ends is shared with all or with nobody', async () => {
    const { host, third, joint } = await three();
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, (_, at) => fixture.create(at % 2 === 0 ? host : third, 10_000 + at, [])),
      fixture.end(host, joint).then(() => fixture.create(host, 10_000, [])),
    ]);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(code).filter((name) => name !== 'JointChanged')).toEqual([]);
    for (const answer of answers.filter(({ status }) => status === 200)) {
      const given = opened.parse(answer.body).data;
      await fixture.pay(given);
      const parts = await fixture.partsOf(given.payId);
      expect([1, 3]).toContain(parts.length);
      expect(parts.every(({ isPaid }) => isPaid)).toBe(true);
    }
    await fixture.requireRight();
  });

  it('goes back by parts and whole', async () => {
    const { host, second, third } = await three([98, 1, 1]);
    const given = await fixture.choose(second, 10_000);
    await fixture.pay(given);
    await fixture.requireRight();
    await fixture.refund(given, { amount: 333_333 });
    await fixture.requireRight();
    await fixture.refund(given, { amount: 666_665, back: 999_998 });
    await fixture.requireRight();
    const left = (await fixture.partsOf(given.payId)).filter(({ isPaid }) => isPaid);
    expect(left[0]?.projectId).toBe(second.projectId);
    expect(left.reduce((sum, { amount }) => sum + amount, 0)).toBe(2);
    await fixture.refund(given);
    expect(await Promise.all([host, second, third].map(balanceOf))).toEqual([0, 0, 0]);
    await fixture.requireRight();
  });

  it('names no share of which nothing is left, and all that went back', async () => {
    const { host } = await three([98, 1, 1]);
    const donor = await fixture.donor();
    const given = await fixture.chooseAs(donor, host, 10_000);
    await fixture.pay(given);
    await fixture.refund(given, { amount: 999_999 });
    const read = async () => {
      const query = { payId: given.payId };
      const { body } = await fixture.app.request('GET ProjectPay/Success', { query });
      const receipt = await fixture.app.request('GET Receipt', { query }, as(donor));
      const list = await fixture.app.request('GET Donate/Given', {}, as(donor));
      const shares = success.parse(body).data.joint?.shares.map(({ amount }) => amount);
      return { shares, receipt: receipt.body, list: list.body };
    };
    const goes = { data: { items: [{ amount: 0.01, refunded: 9_999.99 }] } };
    expect(await read()).toMatchObject({ shares: [0.01, 0, 0], receipt: { data: { commission: 0 } }, list: goes });
    await fixture.refund(given);
    expect(await read()).toMatchObject({ shares: [0.01, 0, 0], receipt: { data: { commission: 0 } }, list: goes });
    await fixture.requireRight();
  });

  it('is left for another one by its own id alone', async () => {
    const { host } = await three();
    const donor = await fixture.donor();
    const given = await fixture.chooseAs(donor, host, 10_000);
    const parts = await fixture.partsOf(given.payId);
    const statuses = [];
    for (const { id } of parts.toReversed()) {
      const body = { projectId: host.projectId, amount: 20_000, instead: { payId: id } };
      statuses.push((await fixture.app.request('POST ProjectPay/Create', { body }, as(donor))).status);
    }
    expect(statuses).toEqual([404, 404, 200]);
  });

  it('is what the donor saw, or is not taken', async () => {
    const { host, second, third, joint } = await three();
    const seen = await fixture.shown(host);
    const create = (more: object, creator = host) =>
      fixture.app.request('POST ProjectPay/Create', {
        body: { projectId: creator.projectId, amount: 10_000, ...more },
      });
    expect(code(await create({ joint: null }))).toBe('JointChanged');
    expect(code(await create({ joint: { id: joint.id, revision: 7 } }))).toBe('JointChanged');
    expect((await create({ joint: { id: joint.id, revision: seen?.revision } })).status).toBe(200);
    await fixture.end(second, joint);
    expect(code(await create({ joint: { id: joint.id, revision: seen?.revision } }))).toBe('JointChanged');
    const alone = await create({ joint: null }, second);
    expect(alone.status).toBe(200);
    const rest = await fixture.choose(third, 10_000);
    // 50 and 20 of 70.
    expect((await fixture.partsOf(rest.payId)).map(({ amount }) => amount)).toEqual([285_714, 714_286]);
  });

  it('stays shared as the donor saw it where somebody leaves or the stream ends before it is paid', async () => {
    const { host, second, joint } = await three();
    const given = await fixture.choose(host, 10_000);
    await fixture.end(second, joint);
    await fixture.end(host, joint);
    await fixture.pay(given);
    expect((await fixture.partsOf(given.payId)).filter(({ isPaid }) => isPaid)).toHaveLength(3);
    expect(await balanceOf(second)).toBe(285_000);
    const later = await fixture.choose(host, 10_000);
    expect(await fixture.partsOf(later.payId)).toHaveLength(1);
    await fixture.requireRight();
  });
});

/** Gives and pays, however often the stream changes while the payment is opened. */
async function payShown(creator: Creator): Promise<void> {
  const answer = await fixture.create(creator, 20_000, []);
  if (code(answer) === 'JointChanged') return payShown(creator);
  await fixture.pay(opened.parse(answer.body).data);
}

describe('many donations at two pages of one stream', () => {
  it('wait neither for each other nor for whoever ends it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { host, second, third, joint } = await three([34, 33, 33]);
      const pages = [host, second, third, third, second, host];
      const made = await Promise.all(pages.map((creator) => fixture.choose(creator, 10_000)));
      await Promise.all([...made.map((given) => fixture.pay(given)), fixture.end(host, joint)]);
      await Promise.all(made.map((given) => fixture.refund(given, { amount: 100_001 })));
      const parts = await Promise.all(made.map(({ payId }) => fixture.partsOf(payId)));
      expect(parts.flat().every(({ isPaid, whole }) => isPaid && whole === 899_999)).toBe(true);
      await fixture.requireRight();
    }
  });

  it('with refunds and a member who leaves are booked to the minor unit', async () => {
    const { host, second, third, joint } = await three([34, 33, 33]);
    const pages = [host, third];
    const made = await Promise.all(
      Array.from({ length: 10 }, (_, at) => fixture.choose(pages[at % 2] ?? host, 10_000 + at * 7.77)),
    );
    await Promise.all([
      ...made.map(async (given, at) => {
        await fixture.pay(given);
        if (at % 3 === 0) await fixture.refund(given, { amount: 10_001 });
        if (at % 4 === 1) await fixture.refund(given);
      }),
      fixture.end(second, joint),
      ...pages.map((creator) => payShown(creator)),
    ]);
    await fixture.requireRight();
  });
});

import { afterAll, describe, expect, test } from 'vitest';
import { giveCard, monthlyCards, openMembershipFixture } from '#test/support/money/membership-fixture.ts';
import { dataOf } from '#test/support/start-app.ts';

const fixture = await openMembershipFixture();
afterAll(() => fixture.close());

describe('beginning monthly support', () => {
  test('is active once the first month is paid, and knows the card', async () => {
    const creator = await fixture.person();
    const donor = await fixture.person();
    const begun = await fixture.begin(donor, creator.projectId);
    expect(dataOf(await fixture.as(donor, 'GET Membership/My'))).toMatchObject({ items: [], count: 0 });
    await giveCard(begun.paymentUrl, monthlyCards.code);
    await fixture.api('GET ProjectPay/Status', { query: { payId: begun.payId } });
    await fixture.app.opora.areas.memberships.cards.sweep();
    expect(await fixture.mine(donor)).toMatchObject({
      state: 'Active',
      months: 1,
      amount: 10_000,
      notice: null,
      card: { mask: '8600 00** **** 0106', expiry: '1290' },
      nextChargeAt: '2027-02-28T10:00:00.000Z',
    });
    const { rows } = await fixture.app.db.pool.query<{ token: Buffer }>(
      'select token_sealed as token from membership where id = $1',
      [begun.payId],
    );
    expect(rows[0]?.token.toString('latin1')).not.toContain('charge_');
    expect(fixture.app.logLines.join('\n')).not.toContain('charge_');
  });

  test('is refused where there is one already, below the price of the level, and for a level of another', async () => {
    const [creator, other, donor] = await Promise.all([1, 2, 3].map(() => fixture.person()));
    if (!creator || !other || !donor) throw new Error('three people are needed');
    const made = await fixture.as(creator, 'POST Membership/CreateLevel', { body: { name: 'Друг', amount: 20_000 } });
    const levelId = dataOf(made).id;
    for (const name of ['Администратор Opora', 'Друг ✓']) {
      const body = { name, amount: 20_000 };
      const refused = { status: 400, body: { error: { fields: { name: expect.stringContaining('знак проверки') } } } };
      expect(await fixture.as(creator, 'POST Membership/CreateLevel', { body })).toMatchObject(refused);
      expect(await fixture.as(creator, 'PUT Membership/Level', { body: { ...body, levelId } })).toMatchObject(refused);
    }
    const long = `https://opora.uz/${'a'.repeat(500)}`;
    for (const link of [{ toString: null }, ['https://opora.uz'], 1, long]) {
      const body = { name: 'Друг', amount: 20_000, link };
      const message = link === long ? 'Максимальная длинна текста 500 символов' : 'Нужен текст';
      const refused = { status: 400, body: { error: { fields: { link: message } } } };
      expect(await fixture.as(creator, 'POST Membership/CreateLevel', { body })).toMatchObject(refused);
      expect(await fixture.as(creator, 'PUT Membership/Level', { body: { ...body, levelId } })).toMatchObject(refused);
    }
    const create = async (projectId: string, amount?: number) => {
      const body = { userName: await fixture.userNameOf(projectId), levelId, amount };
      return fixture.as(donor, 'POST Membership/Create', { body });
    };
    expect(await create(creator.projectId, 19_999)).toMatchObject({
      status: 400,
      body: { error: { fields: { amount: expect.stringMatching(/^Минимальная сумма от 20.000$/) } } },
    });
    expect(await create(other.projectId, 20_000)).toMatchObject({ status: 404 });
    expect(dataOf(await create(creator.projectId))).toMatchObject({ amount: 20_000 });
    expect(
      await fixture.as(donor, 'POST Membership/Create', { body: { userName: 'nobody_there', amount: 20_000 } }),
    ).toMatchObject({
      status: 404,
    });
    const unknown = { userName: await fixture.userNameOf(creator.projectId), levelId: crypto.randomUUID() };
    expect(await fixture.as(donor, 'POST Membership/Create', { body: unknown })).toMatchObject({ status: 404 });
    const withoutSum = { userName: await fixture.userNameOf(creator.projectId) };
    expect(await fixture.as(donor, 'POST Membership/Create', { body: withoutSum })).toMatchObject({
      status: 400,
      body: { error: { fields: { amount: expect.any(String) } } },
    });
    await fixture.join(donor, creator.projectId);
    expect(await create(creator.projectId, 20_000)).toMatchObject({
      status: 409,
      body: { error: { code: 'AlreadyMember' } },
    });
  });

  test('shows the card as awaited until the provider hands it over', async () => {
    const creator = await fixture.person();
    const donor = await fixture.person();
    const { payId, paymentUrl } = await fixture.begin(donor, creator.projectId);
    await giveCard(paymentUrl, monthlyCards.good);
    await fixture.api('GET ProjectPay/Status', { query: { payId } });
    expect(await fixture.mine(donor)).toMatchObject({ state: 'Active', card: null, isCardAwaited: true });
    await fixture.app.opora.areas.memberships.cards.sweep();
    expect(await fixture.mine(donor)).toMatchObject({ card: { mask: expect.any(String) }, isCardAwaited: false });
  });

  test('is found by the project of the creator, for whoever asks about this one alone', async () => {
    const creator = await fixture.person();
    const other = await fixture.person();
    const donor = await fixture.person();
    await fixture.join(donor, creator.projectId);
    const last = await fixture.join(donor, other.projectId);
    const of = async (projectId: string) =>
      dataOf(await fixture.as(donor, 'GET Membership/My', { query: { projectId, Take: 1 } }));
    expect(await of(other.projectId)).toMatchObject({ items: [{ id: last.id, projectId: other.projectId }], count: 1 });
    expect(await of(creator.projectId)).toMatchObject({ items: [{ projectId: creator.projectId }], count: 1 });
    expect(await of(donor.projectId)).toEqual({ items: [], count: 0 });
  });

  test('twice and paid twice makes one membership that lasts two months', async () => {
    const creator = await fixture.person();
    const donor = await fixture.person();
    const first = await fixture.begin(donor, creator.projectId);
    const second = await fixture.begin(donor, creator.projectId);
    for (const { payId, paymentUrl } of [first, second]) {
      await giveCard(paymentUrl, monthlyCards.good);
      await fixture.api('GET ProjectPay/Status', { query: { payId } });
    }
    const answer = dataOf(await fixture.as(donor, 'GET Membership/My'));
    expect(answer).toMatchObject({
      count: 1,
      items: [{ state: 'Active', months: 2, paidUntil: '2027-03-31T10:00:00.000Z' }],
    });
    expect(await fixture.balanceOf(creator)).toBe(2 * 950_000);
    const members = async () => dataOf(await fixture.as(creator, 'GET Membership/Members')).items;
    expect(await members()).toMatchObject([{ months: 2, sum: 20_000 }]);
    await fixture.app.opora.areas.payments.refundPayment(second.payId);
    expect(await members()).toMatchObject([{ sum: 10_000 }]);
    expect(await fixture.mine(donor), 'one of two months is paid').toMatchObject({ notice: null });
    const asked = { query: { membershipId: first.payId } };
    expect(dataOf(await fixture.as(donor, 'GET Membership/Charges', asked))).toMatchObject({
      items: [
        { month: 2, state: 'Refunded', amount: 10_000, refunded: 10_000, payId: second.payId },
        { month: 1, state: 'Paid', amount: 10_000, refunded: 0, payId: first.payId },
      ],
      count: 2,
    });
    await fixture.app.opora.areas.payments.refundPayment(first.payId);
    expect(await fixture.mine(donor), 'none is').toMatchObject({ state: 'Active', notice: 'MonthRefunded' });
  });

  test('keeps the days of the time zone of the payer’s browser, or else of the country', async () => {
    const before = fixture.clock.now;
    // The last day of January in Tashkent, the day before in New York.
    fixture.clock.now = new Date('2027-01-30T20:00:00Z');
    const creator = await fixture.person();
    const nextCharge = async (timeZone: string | undefined) => {
      const more = timeZone === undefined ? {} : { timeZone };
      return (await fixture.join(await fixture.person(), creator.projectId, monthlyCards.good, more)).nextChargeAt;
    };
    const zones = [undefined, 'America/New_York', 'Etc/Unknown', 'Mars/Olympus'];
    const charged = await Promise.all(zones.map(nextCharge));
    fixture.clock.now = before;
    const inTashkent = '2027-02-27T20:00:00.000Z';
    expect(charged).toEqual([inTashkent, '2027-02-28T20:00:00.000Z', inTashkent, inTashkent]);
  });
});

describe('Membership/Charges', () => {
  test('lists the months with their refusals for the donor alone, in pages', async () => {
    const { creator, donor, id: membershipId } = await fixture.joined(monthlyCards.refused);
    await fixture.moveTo('2027-02-28T10:00:00Z');
    const list = (more: object = {}) => ({ query: { membershipId, ...more } });
    const { items, count } = dataOf(await fixture.as(donor, 'GET Membership/Charges', list()));
    expect(count).toBe(2);
    expect(items).toMatchObject([
      { month: 2, state: 'Waiting', amount: 10_000, refunded: 0, payId: null, at: '2027-02-28T10:00:00.000Z' },
      { month: 1, state: 'Paid', amount: 10_000, refunded: 0, payId: membershipId, at: '2027-01-31T10:00:00.000Z' },
    ]);
    const last = dataOf(await fixture.as(donor, 'GET Membership/Charges', list({ Skip: 1, Take: 1 })));
    expect(last).toMatchObject({ items: [{ month: 1 }], count: 2 });
    expect(await fixture.as(creator, 'GET Membership/Charges', list())).toMatchObject({ status: 404 });
  });
});

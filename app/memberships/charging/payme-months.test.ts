import { afterAll, expect, test } from 'vitest';
import { openMembershipFixture } from '#test/support/money/membership-fixture.ts';
import { paymeCardEnv, paymeCards } from '#test/support/money/payme-card-caller.ts';
import { PaymeMembers } from '#test/support/money/payme-members.ts';
import type { SignedIn } from '#test/support/sign-in.ts';

const fixture = await openMembershipFixture({ ...paymeCardEnv, PAYMENT: 'payme-card' });
afterAll(() => fixture.close());

const members = new PaymeMembers(fixture);
const { payme } = members;

const paidReceipts = async (donor: SignedIn) => {
  const { rows } = await fixture.app.db.pool.query<{ account: string }>(
    `select p.provider_id as account from payment p join donation d on d.id = p.reference where d.donor_id = $1`,
    [donor.userId],
  );
  const own = new Set(rows.map(({ account }) => account));
  return (await payme.read()).filter(({ account, state }) => own.has(account) && state === 4);
};

test('the first month saves the card, and each further one is charged once, by many workers at once', async () => {
  const { creator, donor, membership } = await members.join();
  expect(membership).toMatchObject({
    state: 'Active',
    months: 1,
    card: { mask: '8600 49** **** 6478', expiry: '0399' },
  });
  const { charging } = fixture.app.opora.areas.memberships;
  fixture.clock.now = new Date('2027-02-28T10:00:00Z');
  for (let round = 0; round < 3; round += 1) {
    await Promise.all([1, 2, 3, 4].map(() => charging.run()));
    await fixture.freeLeases();
  }
  expect(await fixture.mine(donor)).toMatchObject({ state: 'Active', months: 2 });
  expect((await paidReceipts(donor)).map(({ charges }) => charges)).toEqual([1, 1]);
  expect(await fixture.balanceOf(creator)).toBe(2 * 950_000);
});

test('no copy of a card stays once the membership has taken it', async () => {
  const { donor, membership } = await members.join();
  await members.giveOtherCard(donor, membership.id, await payme.token(paymeCards.paysToo));
  const { rows } = await fixture.app.db.pool.query(
    `select from payme_saved_card k join membership_card c on c.provider_id = k.provider_id where c.membership_id = $1`,
    [membership.id],
  );
  expect(rows).toEqual([]);
});

test('a charge whose answer was lost is asked for, not repeated', async () => {
  const { donor } = await members.join();
  await payme.mode('lost-answer');
  await fixture.chargeOnce('2027-02-28T10:00:00Z');
  await payme.mode('ok');
  await fixture.work();
  expect(await fixture.mine(donor)).toMatchObject({ state: 'Active', months: 2 });
  expect(await paidReceipts(donor)).toHaveLength(2);
});

test('a card that its payer has removed at Payme is refused, and another one is saved without a payment', async () => {
  const { donor, membership, token } = await members.join();
  await payme.call('cards.remove', { token }, `${paymeCardEnv.PAYME_CARD_ID}:${paymeCardEnv.PAYME_CARD_KEY}`);
  await fixture.moveTo('2027-02-28T10:00:00Z');
  expect(await fixture.mine(donor)).toMatchObject({ state: 'Overdue', months: 1, tries: 1 });
  const { confirmed, state } = await members.giveOtherCard(donor, membership.id, await payme.token(paymeCards.paysToo));
  expect(confirmed).toMatchObject({ status: 200 });
  expect(state).toMatchObject({ state: 'Saved', card: { mask: '8600 06** **** 6311' } });
  await fixture.work();
  expect(await fixture.mine(donor)).toMatchObject({ state: 'Active', months: 2 });
  expect(await paidReceipts(donor)).toHaveLength(2);
});

test('a card that cannot be charged again is refused before it is charged, and saved nowhere', async () => {
  const { donor, paymentUrl } = await members.begin();
  const ofOnePayment = await payme.token(paymeCards.pays, false);
  const refused = await payme.confirm(paymentUrl, ofOnePayment);
  expect(refused).toMatchObject({ status: 422, body: expect.stringContaining('CardNotSaved') });
  expect(await paidReceipts(donor)).toEqual([]);
  const { membership, donor: member } = await members.join();
  const { confirmed, state } = await members.giveOtherCard(
    member,
    membership.id,
    await payme.token(paymeCards.pays, false),
  );
  expect(confirmed).toMatchObject({ status: 422 });
  expect(state).toMatchObject({ state: 'Waiting' });
});

test('a saving takes one card, and only its own', async () => {
  const { donor, membership } = await members.join();
  const first = await payme.token(paymeCards.paysToo);
  const { paymentUrl } = await members.beginChange(donor, membership.id);
  const tokens = [first, await payme.token()];
  const answers = await Promise.all([...tokens, ...tokens].map((token) => payme.confirm(paymentUrl, token)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await payme.confirm(`${paymentUrl}9`, first)).toMatchObject({ status: 404 });
  const { rows } = await fixture.app.db.pool.query(`select token_sealed::text as sealed from payme_saved_card`);
  expect(JSON.stringify(rows)).not.toContain(Buffer.from(first).toString('hex'));
});

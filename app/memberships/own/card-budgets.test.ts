import { afterAll, expect, test } from 'vitest';
import { giveCard, MembershipFixture, monthlyCards } from '#test/support/money/membership-fixture.ts';
import { until } from '#test/support/money/money-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { dataOf, startApp } from '#test/support/start-app.ts';

const clock = { now: new Date('2027-01-31T10:00:00Z') };
const app = await startApp({ env: { LIMITS: 'on' }, clock: async () => clock.now });
const fixture = new MembershipFixture(app, { clock });
afterAll(() => fixture.close());

/** A new member, who begins to change his card. */
async function changing() {
  const creator = await fixture.person();
  const donor = await fixture.person();
  const { id: membershipId } = await fixture.join(donor, creator.projectId, monthlyCards.code);
  const change = () => fixture.as(donor, 'POST Membership/ChangeCard', { body: { membershipId } });
  const { cardId, paymentUrl } = dataOf(await change());
  const ask = () => fixture.as(donor, 'POST Membership/Card', { body: { cardId } });
  return { donor, change, ask, paymentUrl: String(paymentUrl) };
}

const maskOf = async (donor: SignedIn) => (await fixture.mine(donor)).card?.mask;

test('a card that is being changed may be asked about 120 times a minute, and is taken all the same', async () => {
  const { donor, ask, paymentUrl } = await changing();
  const { ask: askOther } = await changing();
  for (let asked = 0; asked < 120; asked += 1) {
    expect(await ask()).toMatchObject({ body: { data: { state: 'Waiting' } } });
  }
  const message = 'Слишком много вопросов о карте. Подождите минуту';
  expect(await ask()).toMatchObject({ status: 429, body: { error: { code: 'TooManyRequests', message } } });
  expect(await askOther()).toMatchObject({ status: 200 });
  await giveCard(paymentUrl, monthlyCards.good);
  await fixture.app.db.pool.query('update membership_card set next_check_at = now() where next_check_at is not null');
  await until(async () => (await maskOf(donor)) === '8600 00** **** 0205');
  expect(await ask(), 'a card that is decided costs nothing').toMatchObject({ body: { data: { state: 'Saved' } } });
});

test('a card may be changed ten times an hour', async () => {
  const { change } = await changing();
  for (let begun = 1; begun < 10; begun += 1) expect(await change()).toMatchObject({ status: 200 });
  const message = 'Не больше 10 смен карты в час. Подождите немного';
  expect(await change()).toMatchObject({ status: 429, body: { error: { message } } });
});

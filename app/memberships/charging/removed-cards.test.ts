import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { chargeTokenSealer } from '#app/payments/card-token-sealer.server.ts';
import { openMembershipFixture } from '#test/support/money/membership-fixture.ts';
import { paymeCardEnv, paymeCards } from '#test/support/money/payme-card-caller.ts';
import { PaymeMembers } from '#test/support/money/payme-members.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { testSecrets } from '#test/support/start-app.ts';
import { RemovingCards } from './removing-cards.server.ts';

const fixture = await openMembershipFixture({ ...paymeCardEnv, PAYMENT: 'payme-card' });
afterAll(() => fixture.close());

const members = new PaymeMembers(fixture);
const { payme } = members;
const { memberships, payments } = fixture.app.opora.areas;
const { pool } = fixture.app.db;
const moderator = await fixture.person('admin');
afterEach(async () => {
  vi.restoreAllMocks();
  await payme.mode('ok');
});

const merchant = `${paymeCardEnv.PAYME_CARD_ID}:${paymeCardEnv.PAYME_CARD_KEY}`;

/** Whether Payme knows the card of a token no more. */
const isRemoved = async (token: string) => (await payme.call('cards.check', { token }, merchant)).error !== undefined;

const stop = (id: string) =>
  fixture.as(moderator, 'POST Moderator/StopMembership', { body: { membershipId: id, reason: 'Проверка' } });
const block = ({ userId }: SignedIn) =>
  fixture.as(moderator, 'PUT Moderator/BlockUser', { query: { userId, reason: 'Проверка' } });

/** How many cards wait to be removed. */
const waiting = async () => (await pool.query('select from card_removal')).rowCount;

/** Lets the pauses between tries be over. */
const endPauses = () => pool.query('update card_removal set next_try_at = now()');

type Member = Awaited<ReturnType<typeof members.join>>;

/** A member whom the staff has stopped. */
async function stopped(): Promise<Member> {
  const member = await members.join();
  await stop(member.id);
  return member;
}

describe('the card of a membership', () => {
  test.each<[string, (member: Member) => Promise<unknown>]>([
    ['is stopped by the staff', ({ id }) => stop(id)],
    ['loses its donor', ({ donor }) => block(donor)],
    ['loses its creator', ({ creator }) => block(creator)],
  ])('that %s is removed at Payme', async (_, end) => {
    const member = await members.join();
    await memberships.removing.sweep();
    expect(await isRemoved(member.token)).toBe(false);
    await end(member);
    await memberships.removing.sweep();
    expect(await isRemoved(member.token)).toBe(true);
    expect(await waiting()).toBe(0);
  });

  test('that was left is removed once the paid month is over', async () => {
    const { donor, id, token } = await members.join();
    await fixture.as(donor, 'POST Membership/Leave', { body: { membershipId: id } });
    await memberships.removing.sweep();
    expect(await isRemoved(token)).toBe(false);
    await fixture.moveTo('2027-02-28T10:00:00Z');
    await memberships.removing.sweep();
    expect(await fixture.mine(donor)).toMatchObject({ state: 'Ended' });
    expect(await isRemoved(token)).toBe(true);
  });

  test('that is replaced is removed, and months are charged with the other one', async () => {
    const { donor, id, token } = await members.join();
    const other = await payme.token(paymeCards.paysToo);
    await members.giveOtherCard(donor, id, other);
    await memberships.removing.sweep();
    expect([await isRemoved(token), await isRemoved(other)]).toEqual([true, false]);
    await fixture.moveTo('2027-02-28T10:00:00Z');
    expect(await fixture.mine(donor)).toMatchObject({ state: 'Active', months: 2 });
  });

  test('that a second one brings takes the place of the first card, which is removed', async () => {
    const creator = await fixture.person();
    const donor = await fixture.person();
    const first = await members.beginAt(creator, donor);
    const second = await members.beginAt(creator, donor);
    const token = await payme.token();
    const other = await payme.token(paymeCards.paysToo);
    await members.pay(first.paymentUrl, token);
    await memberships.cards.sweep();
    await members.pay(second.paymentUrl, other);
    await memberships.cards.sweep();
    await memberships.removing.sweep();
    expect(await fixture.mine(donor)).toMatchObject({ state: 'Active', months: 2 });
    expect([await isRemoved(token), await isRemoved(other)]).toEqual([true, false]);
  });

  test('that ends before the card is taken is removed all the same, and nothing of it stays here', async () => {
    const { id, paymentUrl } = await members.begin();
    const token = await payme.token();
    await members.pay(paymentUrl, token);
    await stop(id);
    await memberships.cards.sweep();
    await memberships.removing.sweep();
    expect(await isRemoved(token)).toBe(true);
    const { rowCount } = await pool.query(
      'select from payme_saved_card s join payment p on p.provider_id = s.provider_id where p.reference = $1',
      [id],
    );
    expect([rowCount, await waiting()]).toEqual([0, 0]);
  });

  test('whose first month is paid after its end is removed, and the month refunded', async () => {
    const { donor, id, paymentUrl } = await members.begin();
    const token = await payme.token();
    await payme.mode('lost-answer');
    await payme.confirm(paymentUrl, token);
    await block(donor);
    await payme.mode('ok');
    await fixture.askProvider();
    await memberships.charging.settleEnded();
    await memberships.cards.sweep();
    await memberships.removing.sweep();
    expect(await isRemoved(token)).toBe(true);
    const { rows } = await pool.query('select state from membership_charge where membership_id = $1', [id]);
    expect(rows).toEqual([{ state: 'Refunded' }]);
  });

  test('with a charge under way at its end is removed, and the charge refunded without it', async () => {
    const { id, token } = await members.join();
    await payme.mode('lost-answer');
    await fixture.chargeOnce('2027-02-28T10:00:00Z');
    await payme.mode('ok');
    await stop(id);
    await memberships.removing.sweep();
    expect(await isRemoved(token)).toBe(true);
    await memberships.charging.settleEnded();
    await memberships.charging.settleEnded();
    const { rows } = await pool.query(
      'select month, state from membership_charge where membership_id = $1 order by month',
      [id],
    );
    expect(rows).toEqual([
      { month: 1, state: 'Paid' },
      { month: 2, state: 'Refunded' },
    ]);
  });

  test('stays while another membership is charged with it, and goes with the last one', async () => {
    const first = await members.join();
    const second = await members.join({ by: first.donor, token: first.token });
    await stop(first.id);
    await memberships.removing.sweep();
    expect([await isRemoved(first.token), await waiting()]).toEqual([false, 0]);
    await fixture.moveTo('2027-02-28T10:00:00Z');
    expect(await fixture.mine(first.donor)).toMatchObject({ id: second.id, state: 'Active', months: 2 });
    await stop(second.id);
    await memberships.removing.sweep();
    expect(await isRemoved(first.token)).toBe(true);
  });

  test('is removed where a replaced one and the end come at the same moment', async () => {
    const race = async () => {
      const { donor, id, token } = await members.join();
      const other = await payme.token(paymeCards.paysToo);
      const { paymentUrl } = await members.beginChange(donor, id);
      await payme.confirm(paymentUrl, other);
      await Promise.all([memberships.cards.sweep(), stop(id), memberships.removing.sweep()]);
      return [token, other];
    };
    const tokens: string[] = [];
    for (let round = 0; round < 5; round += 1) tokens.push(...(await race()));
    await pool.query('update membership_card set next_check_at = now() where next_check_at is not null');
    await memberships.cards.sweep();
    await memberships.removing.sweep();
    expect(await Promise.all(tokens.map(isRemoved))).toEqual(tokens.map(() => true));
  });
});

describe('a saved card of one browser', () => {
  test('that another person pays with, too, goes on paying for them', async () => {
    const first = await members.join();
    const second = await members.join({ token: first.token });
    await stop(first.id);
    await memberships.removing.sweep();
    await fixture.moveTo('2027-02-28T10:00:00Z');
    expect(await fixture.mine(second.donor)).toMatchObject({ state: 'Active', months: 2 });
    await stop(second.id);
    await memberships.removing.sweep();
    expect([await isRemoved(first.token), await waiting()]).toEqual([true, 0]);
  });

  test('that has just paid for another support waits until it is taken, and goes on paying', async () => {
    const first = await members.join();
    const { paymentUrl } = await members.begin(first.donor);
    await members.pay(paymentUrl, first.token);
    await stop(first.id);
    await memberships.removing.sweep();
    expect([await isRemoved(first.token), await waiting()]).toEqual([false, 1]);
    await memberships.cards.sweep();
    await endPauses();
    await memberships.removing.sweep();
    await fixture.moveTo('2027-02-28T10:00:00Z');
    expect(await waiting()).toBe(0);
    expect(await fixture.mine(first.donor)).toMatchObject({ state: 'Active', months: 2 });
  });
});

describe('a removal', () => {
  test('is tried again until Payme is back, and once after that', async () => {
    const asked = vi.spyOn(payments.charges, 'removeCard');
    const { token } = await stopped();
    await payme.mode('down');
    await memberships.removing.sweep();
    await memberships.removing.sweep();
    expect([asked.mock.calls, await waiting()]).toEqual([[['payme-card', { token, mask: expect.any(String) }]], 1]);
    await payme.mode('ok');
    await endPauses();
    for (let round = 0; round < 2; round += 1) await memberships.removing.sweep();
    expect(asked).toHaveBeenCalledTimes(2);
    expect([await isRemoved(token), await waiting()]).toEqual([true, 0]);
  });

  test('whose answer was lost is over when Payme does not know the card any more', async () => {
    const { token } = await stopped();
    await payme.mode('lost-removal');
    await memberships.removing.sweep();
    expect([await isRemoved(token), await waiting()]).toEqual([true, 1]);
    await payme.mode('ok');
    await endPauses();
    await memberships.removing.sweep();
    expect(await waiting()).toBe(0);
  });

  test('is asked for once by many processes', async () => {
    const asked = vi.spyOn(payments.charges, 'removeCard');
    const ended: Member[] = [];
    for (let count = 0; count < 30; count += 1) ended.push(await stopped());
    await Promise.all([1, 2, 3, 4].map(() => memberships.removing.sweep()));
    const tokens = asked.mock.calls.map(([, { token }]) => token);
    expect(tokens.toSorted()).toEqual(ended.map(({ token }) => token).toSorted());
  });

  test('is given up after a week: the token is forgotten, and the log names the system', async () => {
    const { token } = await stopped();
    await payme.mode('down');
    await pool.query(`update card_removal set created_at = now() - interval '8 days'`);
    const log = { error: vi.fn() };
    const sealer = chargeTokenSealer(testSecrets.jwt);
    await new RemovingCards({ db: fixture.app.db, payments, sealer, log }).sweep();
    await payme.mode('ok');
    expect(log.error.mock.calls).toEqual([
      [{ removalId: expect.any(String), system: 'payme-card' }, expect.any(String)],
    ]);
    expect([await isRemoved(token), await waiting()]).toEqual([false, 0]);
  });
});

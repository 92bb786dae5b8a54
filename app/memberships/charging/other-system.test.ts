import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { giveCard, monthlyCards, openMembershipFixture } from '#test/support/money/membership-fixture.ts';
import { paymeCardEnv, paymeCardStandIn, paymeCards } from '#test/support/money/payme-card-caller.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { dataOf, testSecrets } from '#test/support/start-app.ts';

const fixture = await openMembershipFixture({ ...paymeCardEnv });
afterAll(() => fixture.close());
afterEach(() => {
  vi.restoreAllMocks();
});

const { sandbox } = fixture.app;
const payme = paymeCardStandIn({ url: sandbox.url, secret: testSecrets.payment, site: () => fixture.app.url });
const { charges } = fixture.app.opora.areas.payments;
const { cards } = fixture.app.opora.areas.memberships;

type System = 'gateway' | 'payme-card';

const due = '2027-02-28T10:00:00Z';
const opened = z.object({ payId: z.uuid(), paymentUrl: z.string() });
const saving = z.object({ cardId: z.uuid(), paymentUrl: z.string() });

async function people() {
  fixture.clock.now = new Date('2027-01-31T10:00:00Z');
  return { creator: await fixture.person(), donor: await fixture.person() };
}

/** Begins monthly support that is paid with a card by Payme; what is returned pays its first month. */
async function beginAtPayme(donor: SignedIn, projectId: string) {
  const body = { userName: await fixture.userNameOf(projectId), amount: 10_000, name: 'Азиз', system: 'payme-card' };
  const { paymentUrl } = opened.parse(dataOf(await fixture.as(donor, 'POST Membership/Create', { body })));
  return async (token: string) => {
    const { status, body: said } = await payme.confirm(paymentUrl, token);
    if (status !== 200) throw new Error(said);
    await cards.sweep();
  };
}

/** The membership of a donor whose month was refused once. */
async function refusedOnce(donor: SignedIn) {
  await fixture.moveTo(due);
  const membership = await fixture.mine(donor);
  if (membership.tries !== 1) throw new Error(`the month was refused ${membership.tries} times`);
  return membership;
}

/** A donor whose month was refused by the gateway, which has left its payment open. */
async function declinedAtGateway() {
  const { creator, donor } = await people();
  await fixture.join(donor, creator.projectId, monthlyCards.declined);
  const { id } = await refusedOnce(donor);
  return { creator, donor, id };
}

/** The same at Payme, where the donor has removed the card. */
async function removedAtPayme() {
  const { creator, donor } = await people();
  const token = await payme.token();
  await (await beginAtPayme(donor, creator.projectId))(token);
  await payme.call('cards.remove', { token }, `${paymeCardEnv.PAYME_CARD_ID}:${paymeCardEnv.PAYME_CARD_KEY}`);
  const { id } = await refusedOnce(donor);
  return { creator, donor, id };
}

/** The donor gives another card after the operator has ended the offer of the system of the old one. */
async function changeCard(donor: SignedIn, membershipId: string, to: System, card: string) {
  vi.spyOn(charges, 'systemFor').mockReturnValue(to);
  const answer = await fixture.as(donor, 'POST Membership/ChangeCard', { body: { membershipId } });
  const { cardId, paymentUrl } = saving.parse(dataOf(answer));
  if (to === 'gateway') await giveCard(paymentUrl, card);
  else await payme.confirm(paymentUrl, await payme.token(card));
  const { state } = dataOf(await fixture.as(donor, 'POST Membership/Card', { body: { cardId } }));
  if (state !== 'Saved') throw new Error(`the card is ${String(state)}`);
}

/** The payments of a month in the order of their opening. */
async function paymentsOf(membershipId: string, month = 2) {
  const { rows } = await fixture.app.db.pool.query<{ system: System; status: string; reference: string; id: string }>(
    `select p.system, p.status, p.reference, p.provider_id as id from payment p
     join membership_charge c on c.donation_id = p.reference
     where c.membership_id = $1 and c.month = $2 order by p.created_at`,
    [membershipId, month],
  );
  return rows.map(({ reference, id, ...payment }) => ({ payment, reference, id }));
}

const statesOf = async (membershipId: string) => (await paymentsOf(membershipId)).map(({ payment }) => payment);

describe('a card of another system than the open payment of the month', () => {
  test('is charged at its own one after the gateway has refused the old card', async () => {
    const { creator, donor, id } = await declinedAtGateway();
    await changeCard(donor, id, 'payme-card', paymeCards.pays);
    await fixture.work();
    expect(await fixture.mine(donor)).toMatchObject({ state: 'Active', months: 2, tries: 0, refusal: null });
    expect(await statesOf(id)).toEqual([
      { system: 'gateway', status: 'Created' },
      { system: 'payme-card', status: 'Paid' },
    ]);
    expect(await fixture.balanceOf(creator)).toBe(2 * 950_000);
  });

  test('is charged at its own one after Payme has refused the old card, whose payment is closed', async () => {
    const { creator, donor, id } = await removedAtPayme();
    await changeCard(donor, id, 'gateway', monthlyCards.good);
    await fixture.work();
    expect(await fixture.mine(donor)).toMatchObject({ state: 'Active', months: 2, tries: 0, refusal: null });
    expect(await statesOf(id)).toEqual([
      { system: 'payme-card', status: 'Expired' },
      { system: 'gateway', status: 'Paid' },
    ]);
    expect(await fixture.balanceOf(creator)).toBe(2 * 950_000);
  });

  test('is refused by its own one at once, with the reason of that one', async () => {
    const { donor, id } = await declinedAtGateway();
    await changeCard(donor, id, 'payme-card', paymeCards.withoutMoney);
    await fixture.work();
    const { state, tries, refusal } = await fixture.mine(donor);
    expect({ state, tries }).toEqual({ state: 'Overdue', tries: 1 });
    expect(refusal).not.toBe('InsufficientFunds');
    expect(await statesOf(id)).toEqual([
      { system: 'gateway', status: 'Created' },
      { system: 'payme-card', status: 'Failed' },
    ]);
  });

  test.each([
    ['the gateway', 'gateway'],
    ['Payme', 'payme-card'],
  ] as const)('waits until %s can no longer take the money', async (_, from) => {
    const { creator, donor } = await people();
    if (from === 'gateway') await fixture.join(donor, creator.projectId);
    else await (await beginAtPayme(donor, creator.projectId))(await payme.token());
    const { id } = await fixture.mine(donor);
    // Nobody knows whether the charge has reached its system.
    const charge = vi.spyOn(charges, 'charge').mockResolvedValueOnce('unknown');
    await fixture.chargeOnce(due);
    charge.mockRestore();
    const to = from === 'gateway' ? 'payme-card' : 'gateway';
    await changeCard(donor, id, to, to === 'gateway' ? monthlyCards.good : paymeCards.pays);
    await fixture.freeLeases();
    await fixture.work();
    expect(await fixture.mine(donor)).toMatchObject({ months: 1, tries: 0 });
    expect(await statesOf(id)).toEqual([{ system: from, status: 'Created' }]);
    await fixture.app.db.pool.query(
      `update payment set expires_at = now() - interval '1 second' where status = 'Created'`,
    );
    await fixture.expirePayments();
    await fixture.work();
    expect(await fixture.mine(donor)).toMatchObject({ state: 'Active', months: 2, tries: 0 });
    expect(await statesOf(id)).toEqual([
      { system: from, status: 'Expired' },
      { system: to, status: 'Paid' },
    ]);
  });

  test('is charged at its own one where a second membership has brought it', async () => {
    const { creator, donor } = await people();
    const paySecond = await beginAtPayme(donor, creator.projectId);
    await fixture.join(donor, creator.projectId, monthlyCards.declined);
    const { id } = await refusedOnce(donor);
    await paySecond(await payme.token());
    await fixture.moveTo('2027-03-31T10:00:00Z');
    expect(await fixture.mine(donor)).toMatchObject({ id, state: 'Active', months: 3, tries: 0 });
    expect((await paymentsOf(id, 3)).map(({ payment }) => payment)).toEqual([
      { system: 'gateway', status: 'Created' },
      { system: 'payme-card', status: 'Paid' },
    ]);
  });

  test.each([
    ['the gateway', declinedAtGateway, 'payme-card'],
    ['Payme', removedAtPayme, 'gateway'],
  ] as const)('is never sent to %s', async (_, refused, system) => {
    const { id } = await refused();
    const [open] = await paymentsOf(id);
    const token = 'a token of the other system';
    const before = await payme.read();
    expect(await charges.charge(open?.reference ?? '', { system, token })).toBe('elsewhere');
    expect(await statesOf(id)).toMatchObject([{ status: 'Created' }]);
    expect(await payme.read()).toEqual(before);
  });
});

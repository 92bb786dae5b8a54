import { afterAll, expect, test } from 'vitest';
import { openMembershipFixture } from '#test/support/money/membership-fixture.ts';
import { paymeCardEnv } from '#test/support/money/payme-card-caller.ts';
import { PaymeMembers } from '#test/support/money/payme-members.ts';
import { noFiles } from '#test/support/no-files.ts';
import { deletePerson } from './delete-person.ts';

const fixture = await openMembershipFixture({ ...paymeCardEnv, PAYMENT: 'payme-card' });
afterAll(() => fixture.close());

const members = new PaymeMembers(fixture);
const { payme } = members;
const { cards, removing } = fixture.app.opora.areas.memberships;
const { db } = fixture.app;

const merchant = `${paymeCardEnv.PAYME_CARD_ID}:${paymeCardEnv.PAYME_CARD_KEY}`;
const isKnown = async (token: string) => (await payme.call('cards.check', { token }, merchant)).error === undefined;

/** Where sealed tokens are stored here. */
const stored = async () => {
  const { rows } = await db.pool.query<{ place: string }>(`
    select 'membership' as place from membership where token_sealed is not null
    union all select 'payme_saved_card' from payme_saved_card where token_sealed is not null
    union all select 'card_removal' from card_removal`);
  return rows.map(({ place }) => place);
};

test('the cards of a deleted person are removed at Payme, and until then only that is stored of them', async () => {
  const { donor, id, token } = await members.join();
  const replaced = await payme.token();
  await members.giveOtherCard(donor, id, replaced);
  const untaken = await payme.token();
  const { paymentUrl } = await members.beginChange(donor, id);
  await payme.confirm(paymentUrl, untaken);
  await payme.mode('down');
  await removing.sweep();
  await deletePerson(db, noFiles, donor.userId);
  expect(await stored()).toEqual(['card_removal', 'card_removal', 'card_removal']);
  await payme.mode('ok');
  await db.pool.query('update card_removal set next_try_at = now()');
  await cards.sweep();
  await removing.sweep();
  expect(await stored()).toEqual([]);
  expect(await Promise.all([token, replaced, untaken].map(isKnown))).toEqual([false, false, false]);
});

import { afterAll, expect, test } from 'vitest';
import { openMembershipFixture } from '#test/support/money/membership-fixture.ts';
import { TermsFixture, type Wanted } from '#test/support/money/terms-fixture.ts';

const fixture = await openMembershipFixture({ LIMITS: 'on' });
const terms = new TermsFixture(fixture);
afterAll(() => fixture.close());

test('choices that follow each other without a pause do not keep a month from being charged', async () => {
  const { donor, cheap, dear, id } = await terms.joined({ isDear: true });
  const other = await terms.joined();
  const message = 'Не больше 20 смен уровня или суммы в час. Подождите немного';
  const refused = { status: 429, body: { error: { code: 'TooManyRequests', message } } };
  fixture.clock.now = new Date('2027-02-28T10:00:00Z');
  const { charging } = fixture.app.opora.areas.memberships;
  const wanted = (at: number): Wanted => (at % 2 === 0 ? cheap : { levelId: null, amount: 30_000 + at });
  for (let chosen = 0; chosen < 20; chosen += 1) {
    const [answer] = await Promise.all([terms.choose(donor, id, wanted(chosen)), charging.run()]);
    expect(answer).toMatchObject({ status: 200 });
  }
  expect(await terms.choose(donor, id, dear)).toMatchObject(refused);
  // What was opened over an earlier sum, and is not stored, runs out.
  await fixture.expirePayments();
  await fixture.work();
  expect(await fixture.mine(donor)).toMatchObject({ state: 'Active', months: 2 });
  expect(await terms.sumsGiven(donor)).toHaveLength(2);
  expect(await terms.choose(other.donor, other.id, other.dear), 'each has a budget').toMatchObject({ status: 200 });
});

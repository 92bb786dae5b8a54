import { afterAll, expect, it } from 'vitest';
import { post, providerAccount } from '#app/ledger/ledger.server.ts';
import { minor, negate } from '#base/money/money.ts';
import type { Creator } from '#test/support/choice-fixture.ts';
import { openJointFixture } from '#test/support/joint-fixture.ts';
import { noFiles } from '#test/support/no-files.ts';
import { deletePerson } from './delete-person.ts';

const fixture = await openJointFixture();
const { db } = fixture.app;
afterAll(() => fixture.app.close());

const remove = ({ userId }: Creator) => deletePerson(db, noFiles, userId);

/** Books away what is on the account of a creator. */
async function payOut({ accountId }: Creator): Promise<void> {
  const { rows } = await db.pool.query<{ balance: number }>('select balance from account_balance where id = $1', [
    accountId,
  ]);
  const balance = minor(rows[0]?.balance ?? 0);
  const entries = [
    { accountId, amount: negate(balance) },
    { accountId: providerAccount, amount: balance },
  ];
  await db.transaction((tx) => post(tx, { kind: 'payout', reference: crypto.randomUUID(), entries }));
}

async function two() {
  const creators = await fixture.creators(2);
  const [host, member] = creators;
  if (!host || !member) throw new Error('there are two');
  return { host, member, joint: await fixture.running(creators, [60, 40]) };
}

it('nobody is deleted while a donation may still be paid that is shared with them on the page of another', async () => {
  const { host, member } = await two();
  const given = await fixture.choose(host, 10_000);
  await expect(remove(member)).rejects.toThrow('may still be paid');
  await fixture.pay(given);
  await expect(remove(member)).rejects.toThrow(/^(?!.*may still be paid)[\s\S]*money on an account/);
  await fixture.requireRight();
});

it('a deleted member has left, and the shares of what was given stay', async () => {
  const { host, member } = await two();
  const given = await fixture.choose(host, 10_000);
  await fixture.pay(given);
  await payOut(member);
  await remove(member);
  expect(await fixture.shown(host)).toBeNull();
  const parts = await fixture.partsOf(given.payId);
  expect(parts.map(({ amount, isPaid }) => [amount, isPaid])).toEqual([
    [600_000, true],
    [400_000, true],
  ]);
  const [own] = await fixture.own(host);
  expect(own).toMatchObject({ own: 6_000, whole: 10_000 });
  expect(JSON.stringify(own)).not.toContain(member.userName);
  await fixture.requireRight();
});

it('the stream of a deleted host is over and has no title', async () => {
  const { host, member } = await two();
  await remove(host);
  expect(await fixture.own(member)).toMatchObject([{ title: '—', state: 'Ended' }]);
  expect(await fixture.shown(member)).toBeNull();
  const other = await fixture.creator();
  expect((await fixture.running([member, other], [50, 50])).state).toBe('Runs');
});

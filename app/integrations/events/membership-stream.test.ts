import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { openMembershipFixture } from '#test/support/money/membership-fixture.ts';
import { bySocket } from '#test/support/stream-programs.ts';
import { makeToken } from '#test/support/tool-fixture.ts';

const members = await openMembershipFixture();
afterAll(() => members.close());
beforeEach(() => {
  members.clock.now = new Date('2027-01-31T10:00:00Z');
});

it('a month of support comes with its donation, in the order in which it happens', async () => {
  const creator = await members.person();
  const program = bySocket(members.app.url, await makeToken(members.app, creator, ['events']));
  await vi.waitUntil(program.isOpen);
  await members.join(await members.person(), creator.projectId);
  await vi.waitUntil(() => program.got.length >= 3, { timeout: 30_000 });
  program.close();
  expect(program.got.map(({ id, event }) => [id, event])).toEqual([
    [1, 'membership.started'],
    [2, 'membership.charged'],
    [3, 'donation.paid'],
  ]);
  const [started, charged, paid] = program.got.map(({ data }) => data);
  expect(started).toMatchObject({ months: 1, payId: paid?.payId, currency: 'UZS' });
  expect(charged).toEqual(started);
  expect(paid).toMatchObject({ month: 1 });
});

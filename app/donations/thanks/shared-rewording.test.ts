import { afterAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { Creator } from '#test/support/choice-fixture.ts';
import { countDeadlocks } from '#test/support/database/deadlocks.ts';
import { openJointFixture } from '#test/support/joint-fixture.ts';
import { giveProven } from '#test/support/tool-fixture.ts';

const fixture = await openJointFixture();
const { app } = fixture;
afterAll(() => app.close());

const heldAlerts = z.object({ data: z.object({ held: z.array(z.object({ alertId: z.string() })) }) });

async function decide(creator: Creator, action: 'approve' | 'reject') {
  const { held } = heldAlerts.parse((await app.api('GET Widget/Queue', {}, creator)).body).data;
  const alertIds = held.map(({ alertId }) => alertId);
  await app.api('POST Widget/Control', { body: { action, alertIds } }, creator);
}

const messagesOf = async (payId: string) =>
  (
    await app.db.pool.query<{ projectId: string; message: string; first: string | null }>(
      `select project_id as "projectId", message, first_message as first from donation where id = $1 or joint_of = $1`,
      [payId],
    )
  ).rows;

it('the second wording of a shared donation is held wherever the first was rejected, and nowhere else', async () => {
  const creators = await fixture.creators(3);
  const [host, second, third] = creators;
  if (!host || !second || !third) throw new Error('there are three');
  for (const creator of creators) {
    await app.api('PUT Widget/Settings', { body: { alert: { review: 'hold' } } }, creator);
  }
  await fixture.running(creators, [50, 30, 20]);
  const { payId, proof } = await giveProven(app, host, { message: 'Первое' });
  await decide(host, 'reject');
  await decide(second, 'reject');
  await decide(third, 'approve');
  const body = { payId, message: 'Второе', proof };
  expect((await app.api('POST ProjectPay/Reword', { body })).status).toBe(200);
  for (const { projectId, message, first } of await messagesOf(payId)) {
    const isKept = projectId === third.projectId;
    expect([message, first]).toEqual(isKept ? ['Первое', null] : ['Второе', 'Первое']);
  }
  for (const [creator, count] of [
    [host, 1],
    [second, 1],
    [third, 0],
  ] as const) {
    const { held } = heldAlerts.parse((await app.api('GET Widget/Queue', {}, creator)).body).data;
    expect(held).toHaveLength(count);
  }
  await decide(host, 'reject');
  expect((await app.api('POST ProjectPay/Reword', { body: { ...body, message: 'Третье' } })).status).toBe(409);
});

it('a refunded part locks the shares in the order in which a second wording does', async () => {
  const creators = await fixture.creators(3);
  const inOrder = creators.toSorted((one, other) => (one.projectId < other.projectId ? -1 : 1));
  const last = inOrder.at(-1);
  if (last === undefined) throw new Error('there are three');
  await fixture.running(creators, [50, 30, 20]);
  const given = await fixture.choose(last, 10_000);
  await fixture.pay(given);
  const first = (await fixture.partsOf(given.payId)).find(({ projectId }) => projectId === inOrder[0]?.projectId);
  const before = await countDeadlocks(app.db);
  const lock = 'select from donation where id = $1 for update nowait';
  const rewording = await app.db.pool.connect();
  try {
    await rewording.query('begin');
    await rewording.query(lock, [first?.id]);
    const refunded = fixture.refund(given, { amount: 100_000 });
    await vi.waitUntil(async () => {
      const { rowCount } = await app.db.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%donation%'`,
      );
      return rowCount === 1;
    });
    await rewording.query(lock, [given.payId]);
    await rewording.query('commit');
    expect((await refunded).status).toBe(200);
  } finally {
    rewording.release();
  }
  expect(await countDeadlocks(app.db)).toBe(before);
  await fixture.requireRight();
});

import { afterAll, expect, it } from 'vitest';
import { signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';
import { giveProven, makeToken } from '#test/support/tool-fixture.ts';
import type { Subject } from './personal-table.ts';
import { tablesOfPeople } from './tables-of-people.ts';

const app = await startApp({ env: { LIMITS: 'off' } });
afterAll(() => app.close());

/** The donations that programs of a person still may read. */
async function streamedTo(personId: string): Promise<string[]> {
  const { rows } = await app.db.pool.query<{ id: string }>(
    `select payload #>> '{data,payId}' as id from event_log where stream = $1 order by number`,
    [personId],
  );
  return rows.map(({ id }) => id);
}

async function erase({ userId, projectId }: Pick<Subject, 'userId' | 'projectId'>): Promise<void> {
  const subject = { userId, projectId, phone: '', userName: '', traces: [] };
  for (const statement of tablesOfPeople.event_log?.erase(subject) ?? []) await app.db.execute(statement);
}

it('what a donor has written leaves the streams of creators, and a creator takes his stream along', async () => {
  const creator = await signIn(app.db, testSecrets.jwt);
  await makeToken(app, creator, ['events']);
  const donor = await signIn(app.db, testSecrets.jwt);
  const forgotten = await giveProven(app, creator, { name: 'Забытый', message: 'Забудьте' }, donor);
  const stays = await giveProven(app, creator);
  expect(await streamedTo(creator.userId)).toEqual([forgotten.payId, stays.payId]);
  await erase(donor);
  expect(await streamedTo(creator.userId)).toEqual([stays.payId]);
  await erase(creator);
  expect(await streamedTo(creator.userId)).toEqual([]);
});

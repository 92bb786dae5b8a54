import sql from 'sql-template-tag';
import { afterAll, expect, test } from 'vitest';
import { signIn } from '#test/support/sign-in.ts';
import { dataOf, startApp, testSecrets } from '#test/support/start-app.ts';

const app = await startApp();
afterAll(() => app.close());

test('a goal of members counts those who give every month, and not those who have left', async () => {
  const { projectId, token } = await signIn(app.db, testSecrets.jwt);
  const change = (members: number) => {
    const goal = { title: 'Студия', amount: 200_000, members };
    return app.api('PUT Widget/Settings', { body: { statistics: { goal } } }, { token });
  };
  const goalOnPage = async () => dataOf(await app.api('GET Widget/Goal', { query: { projectId } }));
  await change(4);
  expect(await goalOnPage()).toMatchObject({ members: { now: 0, wanted: 4 }, percent: 0 });
  await app.db.execute(sql`
    insert into membership_count (project_id, state, members, amount)
    values (${projectId}, 'Active', 2, 0), (${projectId}, 'Leaving', 1, 0), (${projectId}, 'Ended', 9, 0)`);
  await app.db.transaction((tx) => app.opora.areas.widgets.refreshGoal(tx, { projectId }));
  expect(await goalOnPage()).toMatchObject({ members: { now: 3, wanted: 4 }, percent: 75 });
  expect((await change(0)).status).toBe(400);
});

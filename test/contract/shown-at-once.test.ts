import { afterAll, expect, test } from 'vitest';
import { setBlocked, setNames } from '#app/creators/creators.server.ts';
import { signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';
import { buildIfStale } from '../../operation/install/build-if-stale.ts';

await buildIfStale(new URL('../..', import.meta.url).pathname, () => undefined);
const app = await startApp({ env: { LIMITS: 'off' }, pages: 'built' });
afterAll(() => app.close());

const creator = await signIn(app.db, testSecrets.jwt, { userName: 'laylo' });

/** A page that no cache holds, made from the same answers as others of its creator. */
async function open(number: number) {
  const answer = await fetch(`${app.url}/laylo?tab=merch&search=${number}`);
  return { status: answer.status, html: await answer.text() };
}

test('what changed is on every page that is opened afterwards, also on one that shares its answers with an earlier one', async () => {
  for (const name of ['Лайло', 'Гульнора', 'Мадина']) {
    await app.db.transaction((tx) => setNames(tx, creator.userId, { givenName: name }));
    expect((await open(1)).html).toContain(name);
    expect((await open(2)).html).toContain(name);
  }
  await app.db.transaction((tx) => setBlocked(tx, creator.userId, true));
  expect((await open(3)).status).toBe(404);
});

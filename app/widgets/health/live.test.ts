import { afterAll, expect, test } from 'vitest';
import { publishField } from '#app/creators/creators.server.ts';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';
import { markGone, markSeen } from './source-store.server.ts';

const app = await startApp();
afterAll(() => app.close());

const liveOf = async ({ projectId }: SignedIn) => (await app.api('GET Widget/Live', { query: { projectId } })).body;
const said = (isLive: boolean) => ({ data: { isLive } });

test.each([
  ['no source', [], false],
  ['a hidden source', [{ source: 'a', isVisible: false }], false],
  [
    'a visible source',
    [
      { source: 'a', isVisible: false },
      { source: 'b', isVisible: true },
    ],
    true,
  ],
])('with %s', async (_title, sources, isLive) => {
  const creator = await signIn(app.db, testSecrets.jwt);
  for (const source of sources) await markSeen(app.db, { projectId: creator.projectId, ...source });
  expect(await liveOf(creator)).toMatchObject(said(isLive));
});

test('a source that has left does not count', async () => {
  const creator = await signIn(app.db, testSecrets.jwt);
  await markSeen(app.db, { projectId: creator.projectId, source: 'a', isVisible: true });
  await markGone(app.db, creator.projectId, 'a');
  expect(await liveOf(creator)).toMatchObject(said(false));
});

test('a creator may hide it, and the cached answer changes at once', async () => {
  const creator = await signIn(app.db, testSecrets.jwt);
  await markSeen(app.db, { projectId: creator.projectId, source: 'a', isVisible: true });
  expect(await liveOf(creator)).toMatchObject(said(true));
  await app.db.transaction((tx) => publishField(tx, creator.userId, 'HideLive', 'true'));
  expect(await liveOf(creator)).toMatchObject(said(false));
});

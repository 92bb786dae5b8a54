import { afterAll, expect, it } from 'vitest';
import { publishField } from '#app/creators/creators.server.ts';
import { openTestDatabase } from '#test/support/database/database.ts';
import { signIn } from '#test/support/sign-in.ts';
import { testSecrets } from '#test/support/start-app.ts';
import { claimVideos, recordVideo } from './video-store.server.ts';

const database = await openTestDatabase({ log: () => undefined });
const { db } = database;
afterAll(() => database.close());

async function publishNew(): Promise<string> {
  const { userId } = await signIn(db, testSecrets.jwt);
  await db.transaction((tx) => publishField(tx, userId, 'Video', 'https://www.youtube.com/watch?v=aqz-KE-bpKQ'));
  return userId;
}

async function rowOf(userId: string) {
  const { rows } = await db.pool.query(
    `select title, tries, extract(epoch from next_at - now())::int as pause from creator_video where user_id = $1`,
    [userId],
  );
  return rows[0];
}

const failed = { title: null, picture: null, isDone: false };

it('simultaneous claims get a video once, and an expired lease records nothing', async () => {
  await Promise.all(Array.from({ length: 5 }, publishNew));
  const all = (await Promise.all(Array.from({ length: 6 }, () => claimVideos(db, 2)))).flat();
  expect([all.length, new Set(all.map(({ userId }) => userId)).size]).toEqual([5, 5]);
  const [lost] = all;
  if (lost === undefined) throw new Error('nothing was claimed');
  await db.pool.query('update creator_video set next_at = now() where user_id = $1', [lost.userId]);
  const [again] = await claimVideos(db, 5);
  if (again === undefined) throw new Error('it was not claimed again');
  expect([again.userId, again.tries]).toEqual([lost.userId, 2]);
  await db.transaction((tx) => recordVideo(tx, lost, { ...failed, title: 'Поздно' }));
  expect((await rowOf(lost.userId)).title).toBeNull();
  await db.transaction((tx) => recordVideo(tx, again, { ...failed, title: 'Вовремя' }));
  expect((await rowOf(lost.userId)).title).toBe('Вовремя');
});

it('an answer about an earlier address is not recorded for the present one', async () => {
  const userId = await publishNew();
  const due = (await claimVideos(db, 50)).find((one) => one.userId === userId);
  if (due === undefined) throw new Error('it was not claimed');
  const publish = (id: string) =>
    db.transaction((tx) => publishField(tx, userId, 'Video', `https://www.youtube.com/watch?v=${id}`));
  await publish('R6MlUcmOul8');
  await db.transaction((tx) => recordVideo(tx, due, { ...failed, title: 'Прежнее' }));
  expect(await rowOf(userId)).toMatchObject({ title: null, tries: 0 });
  await publish('aqz-KE-bpKQ');
  await db.transaction((tx) => recordVideo(tx, due, { ...failed, title: 'Прежнее' }));
  expect((await rowOf(userId)).title).toBeNull();
});

it('pauses grow, and a day after the first try the site is asked no more', async () => {
  const userId = await publishNew();
  const pauses: (number | null)[] = [];
  for (let tries = 1; tries <= 7; tries += 1) {
    await db.pool.query('update creator_video set next_at = now() where user_id = $1', [userId]);
    const due = (await claimVideos(db, 50)).find((one) => one.userId === userId);
    if (due === undefined) throw new Error('it was not claimed');
    await db.transaction((tx) => recordVideo(tx, due, failed));
    pauses.push((await rowOf(userId)).pause);
  }
  expect(pauses.at(-1)).toBeNull();
  const waited = pauses.filter((pause) => pause !== null);
  expect(waited).toEqual(waited.toSorted((one, other) => one - other));
  const day = 24 * 3_600;
  const sum = waited.reduce((total, pause) => total + pause, 0);
  expect([sum > day - 300, sum <= day]).toEqual([true, true]);
});

it('a try that ended its process is not repeated for ever', async () => {
  const userId = await publishNew();
  for (let tries = 1; tries <= 7; tries += 1) {
    await db.pool.query('update creator_video set next_at = now() where user_id = $1', [userId]);
    expect((await claimVideos(db, 50)).some((one) => one.userId === userId)).toBe(true);
  }
  await db.pool.query('update creator_video set next_at = now() where user_id = $1', [userId]);
  expect(await claimVideos(db, 50)).toEqual([]);
});

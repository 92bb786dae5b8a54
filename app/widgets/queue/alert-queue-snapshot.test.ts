import { afterAll, expect, test } from 'vitest';
import { AlertFixture } from '#test/support/alert-fixture.ts';
import { openTestDatabase } from '#test/support/database/database.ts';
import { readQueue } from './alert-queue-store.server.ts';

const database = await openTestDatabase();
afterAll(() => database.close());

test('an answer lists each alert once while alerts are leased, shown, skipped and replayed at the same time', async () => {
  const { db } = database;
  const fixture = await AlertFixture.open(db);
  const names = Array.from({ length: 12 }, (_, at) => `Донор ${at}`);
  await fixture.give(names);
  let isMoving = true;
  const play = async () => {
    while (isMoving) {
      const alert = await fixture.next('one');
      if (alert === null) continue;
      await fixture.report('one', alert.alertId, 'playing');
      await fixture.report('one', alert.alertId, 'shown');
      await fixture.control('replay', alert.alertId);
    }
  };
  const pauses = async () => {
    while (isMoving) {
      await fixture.control('pause');
      await fixture.control('resume');
    }
  };
  const moving = [play(), pauses()];
  const wrong: unknown[] = [];
  /** Answers that differ from the one before. */
  let seenMoves = 0;
  let before = '';
  try {
    for (let read = 0; read < 400 || seenMoves <= 20; read += 1) {
      const { current, queued, ended, waiting } = await readQueue(db, fixture.projectId);
      const lists = [current === null ? [] : [current], queued, ended];
      const found = lists.flat().map(({ name }) => name ?? '');
      const isWhole = found.length === names.length && new Set(found).size === names.length;
      if (!isWhole || waiting !== queued.length)
        wrong.push({ current: current?.name, queued: queued.length, waiting, found });
      const now = JSON.stringify(lists.map((list) => list.map(({ name }) => name)));
      if (now !== before) seenMoves += 1;
      before = now;
    }
  } finally {
    isMoving = false;
    await Promise.all(moving);
  }
  expect(wrong).toEqual([]);
}, 60_000);

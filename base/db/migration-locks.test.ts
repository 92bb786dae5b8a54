import { DatabaseError } from 'pg';
import { expect, test } from 'vitest';
import { untilLocked } from './migration-locks.server.ts';

const refused = (code: string) => Object.assign(new DatabaseError('refused', 0, 'error'), { code });

/** What becomes of work that is refused with these codes in turn, and how long it waited before each try. */
async function tried(codes: readonly string[]) {
  const left = codes.map(refused);
  const waits: number[] = [];
  const lines: string[] = [];
  const pause = async (milliseconds: number) => void waits.push(milliseconds / 1_000);
  const work = async () => {
    const error = left.shift();
    if (error !== undefined) throw error;
  };
  const ended = await untilLocked('Migration 0001_one.sql', work, { pause, log: (line) => lines.push(line) }).then(
    () => 'done',
    (error: DatabaseError) => error.code,
  );
  return { ended, waits, lines };
}

test('what could not lock is tried again after a pause that grows to half a minute', async () => {
  const { ended, waits, lines } = await tried(['55P03', '40P01', ...Array(6).fill('55P03')]);
  expect({ ended, waits }).toEqual({ ended: 'done', waits: [1, 2, 4, 8, 16, 30, 30, 30] });
  expect(lines[1]).toBe('Migration 0001_one.sql could not lock what others use (refused); it is tried again in 2 s');
});

test('what fails for another reason is not', async () => {
  expect(await tried(['55P03', '42P01', '55P03'])).toMatchObject({ ended: '42P01', waits: [1] });
});

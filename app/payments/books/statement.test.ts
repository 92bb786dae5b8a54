import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readStatement, StatementFault } from './statement.server.ts';

const fileOf = (lines: readonly string[]) => Buffer.from(['id,amount,state,time', ...lines].join('\n'));

interface Said {
  readonly id: number;
  readonly amount: number;
  readonly state: string;
  readonly minute: number;
}

const lineOf = ({ id, amount, state, minute }: Said) => `p${id},${amount},${state},2026-11-01T00:0${minute}:00Z`;

const said = fc.record({
  id: fc.nat(6),
  amount: fc.integer({ min: 1, max: 2 }),
  state: fc.constantFrom('paid', 'refunded', 'unpaid'),
  minute: fc.nat(1),
});

it('has each id once: lines that are repeated are folded, lines that differ are refused with both numbers', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.oneof(
          said,
          said.map((one) => ({ ...one, amount: 1, state: 'paid', minute: 0 })),
        ),
        { minLength: 1, maxLength: 12 },
      ),
      async (all) => {
        const lines = all.map(lineOf);
        const firstOf = (at: number) => all.findIndex(({ id }) => id === all[at]?.id);
        const wrong = lines.findIndex((line, at) => line !== lines[firstOf(at)]);
        const read = readStatement(fileOf(lines));
        if (wrong === -1) {
          const { entries } = await read;
          expect(entries.map(({ id }) => id)).toEqual([...new Set(all.map(({ id }) => `p${id}`))]);
        } else {
          const fault = { problem: 'otherLine', line: wrong + 2, before: firstOf(wrong) + 2 };
          await expect(read).rejects.toMatchObject(fault);
        }
      },
    ),
  );
});

it('takes the same sum and moment in another notation for the same', async () => {
  const lines = ['x,15000,paid,2026-11-01T09:30:00+05:00', 'x,15000.00,paid,2026-11-01T04:30:00Z'];
  expect((await readStatement(fileOf(lines))).entries).toMatchObject([{ id: 'x', amount: 1_500_000 }]);
});

it('has one entry of 100,000 equal lines, and counts each of them', async () => {
  const lines = Array.from({ length: 100_000 }, () => 'x,1,paid,2026-11-01T00:00:00Z');
  expect((await readStatement(fileOf(lines))).entries).toHaveLength(1);
  const more = readStatement(fileOf([...lines, 'x,1,paid,2026-11-01T00:00:00Z']));
  await expect(more).rejects.toEqual(new StatementFault('tooLong'));
});

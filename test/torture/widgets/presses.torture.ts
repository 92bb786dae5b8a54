import { expect, test } from 'vitest';
import { noteFigure, scaled } from '#test/torture/figures.ts';
import { met } from '#test/torture/judging.ts';
import { noPressFaults } from './press-evidence.ts';
import { runPresses } from './queue-presses.ts';

test('27: no press loses an alert that its creator did not name', { timeout: 3_600_000 }, async () => {
  const story = await runPresses({ presses: scaled(10_000, 400), creators: 10 });
  const { faults, presses, refused, nameless, namelessTaken, shown, digests, reworded, late, lateTaken } = story;
  noteFigure({
    invariant: 27,
    promise: `${presses} presses of skip, approve, reject, replay and pause on a slightly old view of the queue: no alert is lost that was not named`,
    seen:
      `lost unnamed ${faults.lost}, approved unread ${faults.unread}, left behind ${faults.stuck}; ${shown} shown, ` +
      `${refused} refused because the named alert had ended or changed; without a name ${nameless}, of these accepted ${namelessTaken}`,
    met: [
      met('refused', refused, 3),
      met('pressed without a name', nameless, 10),
      met('digests', digests),
      met('messages changed', reworded),
    ],
    holds: faults.lost + faults.unread + faults.stuck + namelessTaken === 0,
  });
  noteFigure({
    invariant: 27,
    promise: 'a report that arrives again after a replay does not end the replay',
    seen: `${late} late reports of an earlier lease, ${lateTaken} accepted`,
    met: [met('late reports', late, 10)],
    holds: lateTaken === 0,
  });
  expect(faults).toEqual(noPressFaults);
  expect([namelessTaken, lateTaken]).toEqual([0, 0]);
});

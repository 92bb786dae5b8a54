import type { CountryProfile } from '#app/country.ts';
import type { Area } from '#base/calls/area.server.ts';
import { bindCalls } from '#base/calls/bound-call.server.ts';
import type { Config } from '#base/config/config.server.ts';
import type { Database } from '#base/db/db.server.ts';
import { readDrawNotices } from './draw-notices.server.ts';
import { holdHours } from './draw-rules.ts';
import { lockDraw, readLateDraws } from './draw-store.server.ts';
import { drawsCalls } from './draws.calls.ts';
import { createHeldHandlers } from './holding/held-handlers.server.ts';
import { holdDraw, type NotifyWinners } from './holding/hold-draw.server.ts';
import { createMakingHandlers } from './making/draw-handlers.server.ts';
import { forgetAnswers } from './place-store.server.ts';
import { createWinningHandlers } from './winning/winner-handlers.server.ts';

interface DrawsOptions {
  readonly db: Database;
  readonly config: Pick<Config, 'DRAWS'>;
  readonly country: Pick<CountryProfile, 'timeZone'>;
}

const minute = 60_000;

/** Holds what creators have not held in time, each by itself: one that fails keeps none of the others waiting. */
async function holdLate(db: Database, notify: NotifyWinners): Promise<void> {
  const faults: unknown[] = [];
  for (const drawId of await readLateDraws(db, holdHours)) {
    const held = db.transaction(async (tx) => {
      const draw = await lockDraw(tx, drawId);
      if (draw?.isWaiting) await holdDraw(tx, draw, notify);
    });
    await held.catch((error: unknown) => faults.push(error));
  }
  if (faults.length > 0) throw faults[0];
}

/** The running area. */
export type Draws = ReturnType<typeof createDraws>;

/** Creates the area: what creators give to donors who are drawn (docs/rules.md#draws). */
export function createDraws({ db, config, country }: DrawsOptions) {
  const listeners: NotifyWinners[] = [];
  const notify: NotifyWinners = async (tx, won) => {
    for (const listener of listeners) await listener(tx, won);
  };
  const making = createMakingHandlers({ isOn: config.DRAWS, timeZone: country.timeZone });
  return {
    calls: bindCalls(drawsCalls, { ...making, ...createHeldHandlers(notify), ...createWinningHandlers(notify) }),
    jobs: [
      { name: 'draws that were not held', everyMilliseconds: minute, run: () => holdLate(db, notify) },
      { name: 'old answers of winners', everyMilliseconds: 60 * minute, run: () => forgetAnswers(db) },
    ],
    /** Runs in the transaction in which people win. */
    onWon: (listener: NotifyWinners) => void listeners.push(listener),
    readNotices: readDrawNotices,
  } satisfies Area & Record<string, unknown>;
}

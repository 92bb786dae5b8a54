import { stagedOf } from '#app/creators/creators.server.ts';
import type { Handlers } from '#base/calls/bound-call.server.ts';
import type { CallContext } from '#base/calls/call-context.server.ts';
import { drawCancelled, drawEarly } from '../draw-failures.ts';
import { type drawsCalls, mostTickets } from '../draws.calls.ts';
import { ownDrawsOf, readOwnDraw } from '../own-draw.server.ts';
import { readPlaces } from '../place-store.server.ts';
import { lockOwnDraw, seenDraw } from '../seen-draw.server.ts';
import { shownDrawOf } from '../shown-draw.server.ts';
import { shownPlacesOf } from '../shown-places.server.ts';
import { readTickets } from './entry-store.server.ts';
import { holdDraw, type NotifyWinners } from './hold-draw.server.ts';

async function hold(notify: NotifyWinners, drawId: string, context: CallContext) {
  return context.transaction(async (tx) => {
    const draw = await lockOwnDraw(tx, context, drawId);
    if (draw.heldAt === null) {
      if (!draw.isWaiting) throw drawCancelled();
      if (!draw.isHoldable) throw drawEarly();
      await holdDraw(tx, draw, notify);
    }
    return readOwnDraw(tx, drawId);
  });
}

type Held = Pick<Handlers<typeof drawsCalls>, 'draw' | 'tickets' | 'holdDraw'>;

/** Handlers of holding draws, and of what everybody sees of one. */
export const createHeldHandlers = (notify: NotifyWinners): Held => ({
  draw: async ({ query: { drawId } }, context) => {
    const { draw, project, all } = await seenDraw(context, drawId);
    const [own] = all ? await ownDrawsOf(context.db, [draw]) : [];
    const rows = draw.heldAt === null ? [] : await readPlaces(context.db, [drawId]);
    return {
      draw: own ?? shownDrawOf(draw),
      creator: stagedOf(project),
      places: await shownPlacesOf(context.db, rows),
    };
  },
  tickets: async ({ query: { drawId, after } }, context) => {
    await seenDraw(context, drawId);
    return { tickets: [...(await readTickets(context.db, drawId, { after, most: mostTickets }))] };
  },
  holdDraw: async ({ body: { drawId } }, context) => hold(notify, drawId, context),
});

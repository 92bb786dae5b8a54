import type { Handlers } from '#base/bound-call.server.ts';
import { failures } from '#base/errors.ts';
import { type AlertTrack, readTrack } from './alert-queue-store.server.ts';
import type { AlertState } from './alert-state.ts';
import type { GiftTimes, WidgetDeps } from './widget-deps.server.ts';
import type { Delivery, widgetsCalls } from './widgets.calls.ts';

type Step = Delivery['steps'][number];

/** What the donor is told: to him a lease is still waiting. */
function toldState(state: AlertState): Step['state'] {
  return state === 'leased' ? 'queued' : state;
}

function reasonOf(gift: GiftTimes, track: AlertTrack | null): string | null {
  if (gift.refundedAt !== null && track?.state !== 'shown') return 'refunded';
  if (track === null) return 'belowMinimum';
  const { state } = track;
  return state === 'skipped' || state === 'rejected' || state === 'uncertain' ? state : null;
}

/** What a paid gift has gone through, in order; a state that was left and entered again is told once. */
function stepsOf(paidAt: Date, track: AlertTrack | null): Step[] {
  const steps: Step[] = [{ state: 'paid', at: paidAt.toISOString() }];
  const add = (state: Step['state'], at: Date | null) => {
    if (at !== null) steps.push({ state, at: at.toISOString() });
  };
  if (track === null) return steps;
  if (track.wasHeld) add('held', track.created_at);
  add('queued', track.queued_at);
  add('playing', track.playing_at);
  add(toldState(track.state), track.ended_at);
  return steps;
}

/** The donor's call: how far the alert of his gift has come. */
export function deliveryHandler(deps: WidgetDeps): Handlers<typeof widgetsCalls>['delivery'] {
  return async ({ query: { payId } }, context) => {
    const gift = await deps.giftTimes(context.db, payId);
    if (gift === null) throw failures.notFound.because();
    if (gift.paidAt === null) return { payId, state: null, reason: null, steps: [] };
    const track = await readTrack(context.db, payId);
    return {
      payId,
      state: track === null ? 'paid' : toldState(track.state),
      reason: reasonOf(gift, track),
      steps: stepsOf(gift.paidAt, track),
    };
  };
}

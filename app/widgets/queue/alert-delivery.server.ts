import type { Handlers } from '#base/calls/bound-call.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { AlertState } from '../alert-state.ts';
import type { DonationTimes, WidgetDeps } from '../widget-deps.server.ts';
import type { Delivery, widgetsCalls } from '../widgets.calls.ts';
import { type AlertTrack, readTrack } from './alert-queue-store.server.ts';

type Step = Delivery['steps'][number];

/** The state that the donor sees: a leased alert still waits. */
function donorState(state: AlertState): Step['state'] {
  return state === 'leased' ? 'queued' : state;
}

function reasonOf(donation: DonationTimes, track: AlertTrack | null): string | null {
  if (donation.refundedAt !== null && track?.state !== 'shown') return 'refunded';
  if (track === null) return 'belowMinimum';
  const { state } = track;
  if (track.reason === 'belowMinimum' && state !== 'rejected') return track.reason;
  return state === 'skipped' || state === 'rejected' || state === 'uncertain' ? state : null;
}

/** The states that a paid donation went through, in order; one that was entered twice is listed once. */
function stepsOf(paidAt: Date, track: AlertTrack | null): Step[] {
  const steps: Step[] = [{ state: 'paid', at: paidAt.toISOString() }];
  const add = (state: Step['state'], at: Date | null) => {
    if (at !== null) steps.push({ state, at: at.toISOString() });
  };
  if (track === null) return steps;
  if (track.wasHeld) add('held', track.createdAt);
  add('queued', track.queuedAt);
  add('playing', track.playingAt);
  add(donorState(track.state), track.endedAt);
  return steps;
}

/** Handles `ProjectPay/Delivery`: how far the alert of a donation has come. */
export function deliveryHandler(deps: WidgetDeps): Handlers<typeof widgetsCalls>['delivery'] {
  return async ({ query: { payId } }, context) => {
    const donation = await deps.donationTimes(context.db, payId);
    if (donation === null) throw failures.notFound();
    if (donation.paidAt === null) return { payId, state: null, reason: null, steps: [] };
    const { track, goalTitle } = await readTrack(context.db, { payId, projectId: donation.projectId });
    return {
      payId,
      state: track === null ? 'paid' : donorState(track.state),
      reason: reasonOf(donation, track),
      steps: stepsOf(donation.paidAt, track),
      goalTitle: goalTitle ?? undefined,
    };
  };
}

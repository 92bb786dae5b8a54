import { projectOfUser } from '#app/creators/creators.server.ts';
import type { Handlers } from '#base/calls/bound-call.server.ts';
import { callerOf } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Tx } from '#base/db/db.server.ts';
import type { donationReportsCalls } from '../donation-reports.calls.ts';
import { writeThanks } from './thanks-store.server.ts';

export type ThankHandler = Handlers<typeof donationReportsCalls>['thank'];

/** A donation whose creator has thanked for it. */
interface ThankedDonation {
  readonly payId: string;
  readonly projectId: string;
  /** Null: given by a guest. */
  readonly donorId: string | null;
}

/** Runs in the transaction of the thanks, again where the creator thanks again. */
type ThankedListener = (tx: Tx, donation: ThankedDonation) => Promise<void>;

/** Creates what thanks for donations. */
export function createThanking() {
  const listeners: ThankedListener[] = [];

  /** Thanks for a donation to a project. Returns when it was thanked for first; null: there is no such donation. */
  async function thankFor(
    tx: Tx,
    { payId, projectId }: { readonly payId: string; readonly projectId: string },
  ): Promise<Date | null> {
    const thanked = await writeThanks(tx, payId, projectId);
    if (thanked === null) return null;
    for (const listener of listeners) await listener(tx, { payId, projectId, donorId: thanked.donorId });
    return thanked.thankedAt;
  }

  /** Handles `Donate/Thank`. */
  const handler: ThankHandler = async ({ body: { payId } }, context) => {
    const project = await projectOfUser(context.db, callerOf(context).userId);
    if (project === null) throw failures.notFound();
    const { projectId } = project;
    const thankedAt = await context.transaction((tx) => thankFor(tx, { payId, projectId }));
    if (thankedAt === null) throw failures.notFound();
    return { payId, thankedAt: thankedAt.toISOString() };
  };

  return { thankFor, handler, onThanked: (listener: ThankedListener) => void listeners.push(listener) };
}

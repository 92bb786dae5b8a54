import type { Tx } from '#base/db/db.server.ts';
import type { Minor } from '#base/text/money.ts';
import type { AlertSettings, SentState } from '../widget-shapes.ts';
import { addAlert } from './alert-store.server.ts';

/** A donation, real or test, that is to be enqueued. */
interface ComingAlert {
  readonly projectId: string;
  /** Null for a test. */
  readonly payId: string | null;
  readonly name: string | null;
  readonly amount: Minor;
  readonly message: string | null;
}

/** The first state of an alert by its creator's settings: a message may be held for approval, and below the minimum there is no alert. */
function stateBy({ minAmount, review }: AlertSettings, amount: Minor, message: string | null): SentState {
  if (amount < minAmount) return 'belowMinimum';
  return review === 'hold' && message !== null ? 'held' : 'queued';
}

/**
 * Enqueues an alert according to its creator's settings. Real and test alerts both pass here. `alertId` is null below the minimum
 * and where the donation already has an alert.
 */
export async function admitAlert(
  tx: Tx,
  settings: AlertSettings,
  coming: ComingAlert,
): Promise<{ alertId: string | null; state: SentState }> {
  const message = coming.message?.trim() || null;
  const state = stateBy(settings, coming.amount, message);
  if (state === 'belowMinimum') return { alertId: null, state };
  const alertId = await addAlert(tx, { ...coming, message, isTest: coming.payId === null, state });
  return { alertId, state };
}

import type { Tx } from '#base/db.server.ts';
import type { Minor } from '#base/money.ts';
import { addAlert } from './alert-store.server.ts';
import type { AlertSettings, SentState } from './widget-shapes.ts';

/** A gift, real or tried, on its way into the queue. */
interface ComingAlert {
  readonly projectId: string;
  /** Null for a test. */
  readonly payId: string | null;
  readonly name: string | null;
  readonly amount: Minor;
  readonly message: string | null;
}

/** What becomes of an alert by its creator's settings: a message may wait for his yes, and below his minimum there is none. */
function stateBy({ minAmount, review }: AlertSettings, amount: Minor, message: string | null): SentState {
  if (amount < minAmount) return 'belowMinimum';
  return review === 'hold' && message !== null ? 'held' : 'queued';
}

/**
 * Puts an alert into its creator's queue as his settings have it. The one road of real and of test alerts. `alertId` is null
 * below the minimum, and where the gift has an alert already.
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

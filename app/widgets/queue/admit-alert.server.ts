import type { Tx } from '#base/db/db.server.ts';
import type { Minor } from '#base/money/money.ts';
import type { AlertSettings } from '../look/alert-settings-shape.ts';
import type { GiftedPieces, SentState } from '../widget-shapes.ts';
import { addAlert, type NewAlert } from './alert-store.server.ts';

/** A donation, real or test, that is to be enqueued. */
interface ComingAlert {
  readonly projectId: string;
  /** Null for a test. */
  readonly payId: string | null;
  readonly name: string | null;
  readonly amount: Minor;
  readonly message: string | null;
  /** Which month of monthly support was paid; null: it was given once. */
  readonly month: number | null;
  /** The months that are drawn among viewers; null: none. */
  readonly giftedMonths: number | null;
  /** The pieces of merch that are drawn among viewers; null: none. */
  readonly giftedPieces: GiftedPieces | null;
}

/**
 * The first state of an alert by its creator's settings, null where there is no alert: a message may be held for approval, also below the
 * minimum, where its approval only makes it public.
 */
function stateBy({ minAmount, review }: AlertSettings, coming: ComingAlert): Pick<NewAlert, 'state' | 'reason'> | null {
  const isHeld = review === 'hold' && coming.message !== null;
  if (coming.amount >= minAmount) return { state: isHeld ? 'held' : 'queued', reason: null };
  return isHeld && coming.payId !== null ? { state: 'held', reason: 'belowMinimum' } : null;
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
  const alert = { ...coming, message: coming.message?.trim() || null, isTest: coming.payId === null };
  const first = stateBy(settings, alert);
  if (first === null) return { alertId: null, state: 'belowMinimum' };
  return { alertId: await addAlert(tx, { ...alert, ...first }), state: first.state };
}

import type { Tx } from '#base/db/db.server.ts';
import type { LockedOrder } from './checkout/placing-store.server.ts';
import { type Mover, moveOrder } from './moves-store.server.ts';
import type { OrderStatus } from './order-status.ts';

/** An order that somebody else than its buyer has moved. */
export interface MovedOrder {
  readonly orderId: string;
  readonly number: string;
  readonly userId: string;
  readonly status: OrderStatus;
  /** Somebody else has paid for it, by a gift. */
  readonly isGiven: boolean;
}

/** Runs in the transaction that moves an order; an error undoes all of it. */
export type MovedListener = (tx: Tx, order: MovedOrder) => Promise<void>;

/** Where nobody needs to know. */
export const unannounced: MovedListener = async () => undefined;

/** Moves a locked order, and announces it unless its buyer does it himself. */
export async function moveAndAnnounce(
  tx: Tx,
  { id: orderId, number, userId, giftId }: Pick<LockedOrder, 'id' | 'number' | 'userId' | 'giftId'>,
  { to: status, mover, announce }: { to: OrderStatus; mover: Mover; announce: MovedListener },
): Promise<void> {
  await moveOrder(tx, orderId, status, mover);
  if (mover.by !== 'buyer' && number !== null) {
    await announce(tx, { orderId, number, userId, status, isGiven: giftId !== null });
  }
}

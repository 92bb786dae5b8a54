import { whoTakesMoney } from '#app/creators/creators.server.ts';
import { creatorUnavailable } from '#app/donations/donation-failures.ts';
import type { Tx } from '#base/db/db.server.ts';
import { type Minor, toMain } from '#base/money/money.ts';
import type { BasketContents } from '../basket/basket-store.server.ts';
import { type OrderPrice, versionOf } from '../basket/order-view.server.ts';
import { basketChanged, priceChanged, productUnavailable, wrongTransition } from '../order-failures.ts';
import { statusOf } from '../order-status.ts';
import type { LockedOrder } from './placing-store.server.ts';

/** The charge for a placed order. */
export interface Due {
  readonly number: string;
  readonly amount: Minor;
}

/** Refuses to sell a basket that has changed since the version that was shown to the buyer. */
export function refuseUnseen(contents: BasketContents, version: string | null): void {
  if (versionOf(contents) !== version) throw basketChanged();
}

/** Refuses a total that differs from the one that the buyer was shown. */
export function refuseOtherTotal({ total }: Pick<OrderPrice, 'total'>, expectedTotal: Minor): void {
  if (total !== expectedTotal) throw priceChanged({ details: { total: toMain(total) } });
}

/** Why an order cannot be paid. */
export const notPayable = {
  paid: 'Этот заказ уже оплачен',
  cancelled: 'Этот заказ отменён. Соберите корзину ещё раз',
  cancelling: 'Этот заказ отменяется: ждём ответа платёжной системы',
} as const;

/** Refuses an order that is cancelled, or will be once its payment is known. */
export function refuseCancelled({ status, cancelBy }: LockedOrder): void {
  const isCancelling = statusOf(status) === 'AwaitingPayment' && cancelBy !== null;
  if (!isCancelling && statusOf(status) !== 'Cancelled') return;
  const message = isCancelling ? notPayable.cancelling : notPayable.cancelled;
  throw wrongTransition({ message, details: { status } });
}

/** What is paid for, and to whom. `message`: what the buyer can do about lines whose sellers take no money. */
interface Takers {
  readonly lines: readonly (Pick<BasketContents['lines'][number], 'productId' | 'sizeId' | 'colorId'> & {
    readonly sellerId: string;
  })[];
  readonly projectId: string | null;
  readonly message: string;
}

/** Messages of `requireTakers`. */
export const sellerGone = {
  basket: 'Продавец одного из товаров больше не принимает оплату. Уберите этот товар',
  order: 'Продавец одного из товаров больше не принимает оплату. Отмените этот заказ и соберите новый',
} as const;

/**
 * Refuses to charge if a seller, or the creator of the donation, takes no money: else they take it until the transaction ends. Throws
 * `ProductUnavailable`, `CreatorUnavailable`.
 */
export async function requireTakers(tx: Tx, { lines, projectId, message }: Takers): Promise<void> {
  const userIds = lines.map(({ sellerId }) => sellerId);
  const able = await whoTakesMoney(tx, { userIds, projectIds: projectId === null ? [] : [projectId] });
  const lost = lines.filter(({ sellerId }) => !able.has(sellerId));
  if (lost.length > 0) {
    const gone = lost.map(({ productId, sizeId, colorId }) => ({ productId, sizeId, colorId, state: 'unavailable' }));
    throw productUnavailable({ message, details: { lines: gone } });
  }
  if (projectId !== null && !able.has(projectId)) throw creatorUnavailable();
}

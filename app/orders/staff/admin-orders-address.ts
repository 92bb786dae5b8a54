import { periodIn } from '#base/ui/lists/address-period.ts';
import { orderStatusIn } from '../order-status.ts';

/** Page sizes; the first is the default (docs/rules.md#page-sizes). */
export const orderPageSizes = [12, 50, 100] as const;

/** The columns of the board: the statuses of open orders. */
export const boardStatuses = ['AwaitingPayment', 'Paid', 'Processing', 'Shipped', 'ReadyForPickup'] as const;

/** The number of cards in a column; a link leads to the rest. */
export const boardCards = 20;

/** The filters in the address; invalid values are ignored. */
export function orderFiltersOf(params: URLSearchParams) {
  const text = (name: string) => params.get(name)?.trim().slice(0, 100) || undefined;
  const { from, to } = periodIn(params);
  const point = Number(params.get('point') ?? '');
  return {
    Status: orderStatusIn(params),
    UserName: text('user'),
    BrandUserName: text('brand'),
    Search: text('number'),
    PickupPointId: Number.isSafeInteger(point) && point > 0 && point < 2 ** 31 ? point : undefined,
    From: from || undefined,
    To: to || undefined,
  };
}

import { type OrderStatus, orderStatuses } from './order-status.ts';

/** So many orders a page; the first is what the specification says (point 9). */
export const orderPageSizes = [12, 50, 100] as const;

/** The columns of the board: what somebody of the staff, or the buyer's payment, still moves. */
export const boardStatuses = ['AwaitingPayment', 'Paid', 'Processing', 'Shipped', 'ReadyForPickup'] as const;

/** So many cards a column shows; the rest is told and led to. */
export const boardCards = 20;

/** So many as the address says, or the usual number. */
export function takeOf(params: URLSearchParams): number {
  return orderPageSizes.find((size) => String(size) === params.get('take')) ?? orderPageSizes[0];
}

function statusIn(params: URLSearchParams): OrderStatus | undefined {
  return orderStatuses.find((status) => status !== 'Basket' && status === params.get('status'));
}

function dayIn(params: URLSearchParams, name: string): string | undefined {
  const text = params.get(name) ?? '';
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
}

/** What the list is narrowed to, as its address tells it; what makes no sense there is left out. */
export function orderFiltersOf(params: URLSearchParams) {
  const text = (name: string) => params.get(name)?.trim().slice(0, 100) || undefined;
  const point = Number(params.get('point') ?? '');
  return {
    Status: statusIn(params),
    UserName: text('user'),
    BrandUserName: text('brand'),
    Search: text('number'),
    PickupPointId: Number.isSafeInteger(point) && point > 0 && point < 2 ** 31 ? point : undefined,
    From: dayIn(params, 'from'),
    To: dayIn(params, 'to'),
  };
}

import { describe, expect, it } from 'vitest';
import type { Order } from '../order-shapes.ts';
import { numberOf, type OrderStatus } from '../order-status.ts';
import { timelineOf } from './order-timeline.ts';

function way(statuses: readonly OrderStatus[], pickupPointId: number | null = 7) {
  const history: Order['history'] = statuses.map((statusName, hour) => ({
    status: numberOf(statusName),
    statusName,
    at: `2026-11-20T${String(hour + 10)}:00:00.000Z`,
    by: 'staff',
    userName: null,
    reason: statusName === 'Cancelled' ? 'Не оплачен за 24 часа' : null,
  }));
  return timelineOf({ status: numberOf(statuses.at(-1) ?? 'Basket'), history, pickupPointId });
}

const statesOf = (steps: ReturnType<typeof way>) => steps.map(({ status, state }) => `${status} ${state}`);

describe('the timeline of an order', () => {
  it('has the step of a pickup point only with pickup', () => {
    expect(statesOf(way(['AwaitingPayment', 'Paid', 'Processing']))).toEqual([
      'AwaitingPayment done',
      'Paid done',
      'Processing now',
      'Shipped ahead',
      'ReadyForPickup ahead',
      'Completed ahead',
    ]);
    expect(statesOf(way(['AwaitingPayment'], null))).toEqual([
      'AwaitingPayment now',
      'Paid ahead',
      'Processing ahead',
      'Shipped ahead',
      'Completed ahead',
    ]);
  });

  it('shows only past steps of an order that was cancelled or refunded, with the reason', () => {
    const steps = way(['AwaitingPayment', 'Cancelled']);
    expect(statesOf(steps)).toEqual(['AwaitingPayment done', 'Cancelled now']);
    expect(steps.at(-1)).toMatchObject({ at: '2026-11-20T11:00:00.000Z', reason: 'Не оплачен за 24 часа' });
    expect(statesOf(way(['AwaitingPayment', 'Paid', 'Refunded']))).toEqual([
      'AwaitingPayment done',
      'Paid done',
      'Refunded now',
    ]);
  });

  it('has the time of each past step and none for future steps', () => {
    expect(way(['AwaitingPayment', 'Paid']).map(({ at }) => at)).toEqual([
      '2026-11-20T10:00:00.000Z',
      '2026-11-20T11:00:00.000Z',
      null,
      null,
      null,
      null,
    ]);
  });
});

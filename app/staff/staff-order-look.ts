import { statusOf } from '#app/orders/order-status.ts';
import { type StateLook, stateLooks } from '#base/ui/states/state-looks.ts';

/** The look of an order for the staff by its status on the wire; an unknown one waits for nobody. */
export function staffOrderLook(status: number): StateLook {
  const known = statusOf(status);
  return known === null ? 'underWay' : stateLooks.staffOrder[known];
}

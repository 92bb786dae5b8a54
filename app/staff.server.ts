import { bindCalls } from '#base/bound-call.server.ts';
import { calls } from './calls.ts';
import { giftsByDay, giftsOfPerson } from './donations/gift-overview.server.ts';
import { createModerationHandlers } from './moderation/moderation.server.ts';
import { ordersByDay, ordersWaiting } from './orders/orders.server.ts';
import { failedPaymentsByDay, paymentsInState, troubledPaymentCounts } from './payments/payment-overview.server.ts';
import { cutWidgets } from './widgets/widgets.server.ts';

/** What moderators and admins see of every area, and what goes with a person whom they keep out. */
export function composeModeration({ timeZone }: { readonly timeZone: string }) {
  return bindCalls(
    calls.moderation,
    createModerationHandlers({
      timeZone,
      cutWidgets,
      whenBlocked: [],
      giftsOfPerson,
      giftsByDay,
      ordersByDay,
      ordersWaiting,
      paymentsInState,
      troubledPaymentCounts,
      failedPaymentsByDay,
    }),
  );
}

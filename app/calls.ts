import type { Call } from '#base/call.ts';
import { creatorsCalls } from './creators/creators.calls.ts';
import { deliveryCalls } from './delivery/delivery.calls.ts';
import { donationsCalls } from './donations/donations.calls.ts';
import { ownGiftsCalls } from './donations/own-gifts.calls.ts';
import { identityCalls } from './identity/identity.calls.ts';
import { outboxCalls } from './identity/outbox.calls.ts';
import { imagesCalls } from './images/images.calls.ts';
import { integrationsCalls } from './integrations/integrations.calls.ts';
import { ledgerCalls } from './ledger/ledger.calls.ts';
import { merchCalls } from './merch/merch.calls.ts';
import { moderationCalls } from './moderation/moderation.calls.ts';
import { ordersCalls } from './orders/orders.calls.ts';
import { paymentsCalls } from './payments/payments.calls.ts';
import { payoutsCalls } from './payouts/payouts.calls.ts';
import { profileCalls } from './profile/profile.calls.ts';
import { shellCalls } from './shell/shell.calls.ts';
import { widgetsCalls } from './widgets/widgets.calls.ts';

/** The API's table of contents: every area's contract. */
export const calls = {
  identity: identityCalls,
  profile: profileCalls,
  creators: creatorsCalls,
  moderation: moderationCalls,
  donations: donationsCalls,
  ownGifts: ownGiftsCalls,
  payments: paymentsCalls,
  ledger: ledgerCalls,
  payouts: payoutsCalls,
  integrations: integrationsCalls,
  orders: ordersCalls,
  merch: merchCalls,
  widgets: widgetsCalls,
  images: imagesCalls,
  delivery: deliveryCalls,
  shell: shellCalls,
  /** Only outside production, where no SMS gateway is set. */
  outbox: outboxCalls,
};

type AreaCalls = (typeof calls)[keyof typeof calls];

type CallOf<Area> = Area extends Readonly<Record<string, Call>> ? Area[keyof Area] : never;

/** Any one entry of the contract. */
export type AnyCall = CallOf<AreaCalls>;

import { creatorsCalls } from '#app/creators/creators.calls.ts';
import { deliveryCalls } from '#app/delivery/delivery.calls.ts';
import { donathonCalls } from '#app/donathon/donathon.calls.ts';
import { donationReportsCalls } from '#app/donations/donation-reports.calls.ts';
import { donationsCalls } from '#app/donations/donations.calls.ts';
import { drawsCalls } from '#app/draws/draws.calls.ts';
import { giftsCalls } from '#app/gifts/gifts.calls.ts';
import { identityCalls } from '#app/identity/identity.calls.ts';
import { outboxCalls } from '#app/identity/outbox.calls.ts';
import { imagesCalls } from '#app/images/images.calls.ts';
import { applicationsCalls } from '#app/integrations/applications.calls.ts';
import { integrationsCalls } from '#app/integrations/integrations.calls.ts';
import { jointCalls } from '#app/joint/joint.calls.ts';
import { ledgerCalls } from '#app/ledger/ledger.calls.ts';
import { membershipsCalls } from '#app/memberships/memberships.calls.ts';
import { merchCalls } from '#app/merch/merch.calls.ts';
import { noticesCalls } from '#app/notices/notices.calls.ts';
import { telegramCalls } from '#app/notices/telegram.calls.ts';
import { ordersCalls } from '#app/orders/orders.calls.ts';
import { paymentsCalls } from '#app/payments/payments.calls.ts';
import { payoutsCalls } from '#app/payouts/payouts.calls.ts';
import { profileCalls } from '#app/profile/profile.calls.ts';
import { receiptsCalls } from '#app/receipts/receipts.calls.ts';
import { rewardsCalls } from '#app/rewards/rewards.calls.ts';
import { shellCalls } from '#app/site/site.calls.ts';
import { staffCalls } from '#app/staff/staff.calls.ts';
import { targetsCalls } from '#app/targets/targets.calls.ts';
import { votesCalls } from '#app/votes/votes.calls.ts';
import { widgetsCalls } from '#app/widgets/widgets.calls.ts';
import type { Call } from '#base/calls/call.ts';

/** The contracts of all areas. */
export const calls = {
  identity: identityCalls,
  profile: profileCalls,
  creators: creatorsCalls,
  moderation: staffCalls,
  donations: donationsCalls,
  donationReports: donationReportsCalls,
  votes: votesCalls,
  targets: targetsCalls,
  rewards: rewardsCalls,
  draws: drawsCalls,
  donathon: donathonCalls,
  joint: jointCalls,
  memberships: membershipsCalls,
  gifts: giftsCalls,
  payments: paymentsCalls,
  ledger: ledgerCalls,
  payouts: payoutsCalls,
  receipts: receiptsCalls,
  notices: noticesCalls,
  telegram: telegramCalls,
  integrations: integrationsCalls,
  applications: applicationsCalls,
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

/** An entry of the contract. */
export type AnyCall = CallOf<AreaCalls>;

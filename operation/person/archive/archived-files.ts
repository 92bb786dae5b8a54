import { archivedChoices } from './archived-choices.ts';
import type { ArchivedFile } from './archived-file.ts';
import { archivedJoints } from './archived-joints.ts';
import { archivedMemberships } from './archived-memberships.ts';
import { archivedMoney } from './archived-money.ts';
import { archivedPage } from './archived-page.ts';
import { archivedShop } from './archived-shop.ts';
import { archivedTools } from './archived-tools.ts';

/** The files of lines in the archive of a person, in their order. */
export const archivedFiles: Readonly<Record<string, ArchivedFile>> = {
  ...archivedPage,
  ...archivedMoney,
  ...archivedChoices,
  ...archivedJoints,
  ...archivedMemberships,
  ...archivedShop,
  ...archivedTools,
};

/** The tables of `tablesOfPeople` that have no file in the archive, with the reason. */
export const tablesNotArchived: Readonly<Record<string, string>> = {
  person_archive: 'how the last archive went',
  refresh_token: 'secrets',
  seen_version: 'only of use to the program',
  phone_code: 'codes, and networks of whoever asked for them',
  sms_sent: 'networks of whoever asked for codes',
  phone_action: 'secrets',
  password_delay: 'networks of whoever tried passwords',
  outbox_message: 'codes',
  rate_limit: 'only of use to the program',
  idempotency_key: 'answers of the last 24 hours, for repeated requests',
  webhook_delivery: 'copies of donations on their way',
  alert_speech: 'what a voice says of donations, for a day',
  vote_choice: 'stands in the donations',
  target_choice: 'stands in the donations',
  reward_choice: 'stands in the donations',
  clock_donation: 'stands in the donations',
  joint_stream: 'stands in the streams of its members',
  card_removal: 'secrets of payment systems',
  payme_saved_card: 'secrets of payment systems',
  membership_card: 'cards while they are being saved',
  imported_donor: 'sums of the imported donations',
  basket_seen: 'only of use to the program',
  promo_use: 'the code stands in the order',
  payment: 'sums of donations and orders, as the payment systems know them',
  person_number: 'a number for stream tools',
  application_code: 'secrets',
  telegram_link: 'secrets',
  notice: 'copies of what the notices are about',
  widget_source: 'pages of the stream that are open now',
  event_log: 'copies of alerts, for a week',
  field_person: 'made of the fields of the profile',
  field_decision: 'notes of the staff; the last decision stands in the fields',
  audit: 'notes of the staff',
  project: 'an id',
  creator_video: 'stands in the page',
};

import sql, { type Sql } from 'sql-template-tag';
import { clocks } from './clock-tables.ts';
import { draws } from './draw-tables.ts';
import { jointStreams } from './joint-tables.ts';
import { memberships } from './membership-tables.ts';
import { messages } from './message-tables.ts';
import { paymentTable } from './payment-table.ts';
import {
  byPerson,
  byPhone,
  byProject,
  erasedName,
  inner,
  others,
  type PersonalTable,
  type Subject,
  secret,
} from './personal-table.ts';
import { rewards } from './reward-tables.ts';
import { targets } from './target-tables.ts';
import { votes } from './vote-tables.ts';

const given = ({ userId }: Subject) => sql`select id from donation where donor_id = ${userId}`;
const ordersOf = ({ userId }: Subject) => sql`select id from shop_order where user_id = ${userId}`;

const anywhere = ({ traces }: Subject, text: Sql) =>
  sql`exists (select from unnest(${traces}::text[]) as trace where position(trace in ${text}) > 0)`;

const identity: Record<string, PersonalTable> = {
  session: byPerson(sql`session`, 'devices that are logged in', {
    address_hash: 'a keyed hash',
    browser_hash: 'the hash of a secret',
  }),
  refresh_token: {
    holds: 'keys of the sessions',
    own: null,
    leftOut: { hash: secret },
    erase: ({ userId }) => [
      sql`delete from refresh_token where session_id in (select id from session where person_id = ${userId})`,
    ],
  },
  seen_version: {
    holds: 'which settings and rankings each session of the staff was shown',
    own: ({ userId }) => sql`t.session_id in (select id from session where person_id = ${userId})`,
    erase: ({ userId }) => [
      sql`delete from seen_version where session_id in (select id from session where person_id = ${userId})`,
    ],
  },
  phone_code: byPhone(sql`phone_code`, 'codes, and the networks that asked for them', { code_hash: secret }),
  sms_sent: byPhone(sql`sms_sent`, 'when codes were sent, and from which network they were asked for', undefined),
  phone_action: byPhone(sql`phone_action`, 'rights that wait to be used', { id_hash: secret, password_hash: secret }),
  password_delay: byPhone(
    sql`password_delay`,
    'wrong passwords and the networks and browsers they came from',
    undefined,
  ),
  outbox_message: byPhone(sql`outbox_message`, 'texts, outside production only', { content: 'sealed codes' }),
  rate_limit: {
    holds: 'budgets, by phone or id',
    own: null,
    erase: ({ userId, phone, projectId }) => [
      sql`delete from rate_limit where key like any (${[userId, phone, projectId].map((key) => `%:${key}`)}::text[])`,
    ],
  },
  person_archive: byPerson(sql`person_archive`, 'when the last archive was downloaded', {
    link_hash: secret,
    link_session: inner,
    lease: inner,
  }),
  idempotency_key: {
    holds: 'answers of the last 24 hours, kept for repeated requests',
    own: null,
    erase: (subject) => [
      sql`delete from idempotency_key where ${anywhere(subject, sql`answer::text`)} or position(${subject.userId} in answer::text) > 0
        or answer ->> 'id' in (select id::text from membership_level where project_id = ${subject.projectId}
          union all select id::text from membership_message where project_id = ${subject.projectId}
          union all select id::text from vote where project_id = ${subject.projectId}
          union all select id::text from target where project_id = ${subject.projectId}
          union all select id::text from reward where project_id = ${subject.projectId}
          union all select id::text from draw where project_id = ${subject.projectId}
          union all select joint_id::text from joint_member where project_id = ${subject.projectId})
        or answer #>> '{clock,id}' in (select id::text from clock where project_id = ${subject.projectId})`,
    ],
  },
};

const donations: Record<string, PersonalTable> = {
  // Comes before what is counted of it, as in a refund.
  donation: {
    holds: 'donations made (name, message, network address while unpaid); donations received',
    own: ({ userId, projectId }) => sql`t.donor_id = ${userId} or t.project_id = ${projectId} and t.number is not null`,
    leftOut: { donor_id: others, donor_key: others },
    erase: ({ userId }) => [
      sql`update donation set message = null, first_message = null, address = null,
        name = case when name is not null then ${erasedName}::text end where donor_id = ${userId}`,
    ],
    stays:
      'sums, days and whom they were given to, which the books need; donations received with what their donors wrote',
  },
  alert_speech: {
    holds: 'what the voice of the server says of donations, for a day',
    own: null,
    erase: (subject) => [
      sql`delete from alert_speech where project_id = ${subject.projectId}
        or project_id in (select project_id from alert where pay_id in (${given(subject)}))`,
    ],
  },
  alert: {
    holds: 'names and messages of donations that are shown',
    own: (subject) => sql`t.pay_id in (${given(subject)})`,
    erase: (subject) => [
      sql`update alert set message = null, name = case when name is not null then ${erasedName}::text end
        where pay_id in (${given(subject)})`,
    ],
    stays: 'that and when a donation was shown, for the creator',
  },
  donor_total: {
    holds: 'the name in the top of a creator',
    own: ({ userId }) => sql`t.donor_key = ${`person:${userId}`}`,
    erase: ({ userId }) => [
      sql`update donor_total set name = ${erasedName} where donor_key = ${`person:${userId}`} and name is not null`,
    ],
    stays: 'sums, for the creator’s books',
  },
  ...memberships,
  ...votes,
  ...targets,
  ...rewards,
  ...draws,
  ...clocks,
  ...jointStreams,
  imported_donation: byProject(sql`imported_donation`, 'history brought from other services (names, messages)'),
  imported_donor: byProject(sql`imported_donor`, 'donors of that history'),
  donation_import: byProject(sql`donation_import`, 'names of imported files'),
  imported_total: byProject(sql`imported_total`, 'whether his page shows that history'),
};

const orders: Record<string, PersonalTable> = {
  order_line: {
    holds: 'what was bought; the names of its seller',
    own: (subject) => sql`t.order_id in (${ordersOf(subject)})`,
    leftOut: { commission: 'of the seller' },
    erase: (subject) => [
      sql`update order_line set seller_name = ${erasedName}, seller_user_name = '' where seller_id = ${subject.userId}`,
      sql`delete from order_line where order_id in (${ordersOf(subject)} and status = 0)`,
    ],
    stays: 'what was bought, for the seller’s books and the tax office',
  },
  basket_seen: {
    holds: 'which basket each session was shown',
    own: ({ userId }) => sql`t.session_id in (select id from session where person_id = ${userId})`,
    erase: ({ userId }) => [
      sql`delete from basket_seen where session_id in (select id from session where person_id = ${userId})`,
    ],
  },
  order_step: {
    holds: 'the way of orders, with reasons',
    own: (subject) => sql`t.order_id in (${ordersOf(subject)})`,
    leftOut: { user_id: 'of the staff' },
    erase: (subject) => [sql`update order_step set reason = null where order_id in (${ordersOf(subject)})`],
    stays: 'states and times',
  },
  order_refund: {
    holds: 'money of orders that went back, with reasons',
    own: (subject) => sql`t.order_id in (${ordersOf(subject)})`,
    leftOut: { by: 'of the staff' },
    erase: (subject) => [sql`update order_refund set reason = null where order_id in (${ordersOf(subject)})`],
    stays: 'sums and times, for the books',
  },
  promo_use: {
    holds: 'which promo codes his orders use',
    own: ({ userId }) => sql`t.user_id = ${userId}`,
    erase: () => [],
    stays: 'the order and the code, for the count of uses',
  },
  shop_order: {
    holds: 'basket; recipient, phone and address of orders',
    own: ({ userId }) => sql`t.user_id = ${userId}`,
    leftOut: { refund_by: 'of the staff', cancel_by: 'himself or of the staff', search_text: inner },
    erase: ({ userId }) => [
      sql`delete from shop_order where user_id = ${userId} and status = 0`,
      sql`update shop_order set recipient_name = ${erasedName}, recipient_phone = '', refund_reason = null,
        address = case when address is not null then '—' end where user_id = ${userId}`,
    ],
    stays: 'number, sum, pickup point and state, for the books',
  },
  payout: {
    holds: 'cards that money was paid to',
    own: ({ userId }) => sql`t.person_id = ${userId}`,
    leftOut: { card_token: 'a secret of the bank', decided_by: 'of the staff' },
    erase: ({ userId }) => [
      sql`update payout set card_mask = '0000 •••• •••• 0000', card_token = null,
        reason = case when reason is not null then '—' end where person_id = ${userId}`,
    ],
    stays: 'sums, days and the bank’s reference, which the books need',
  },
};

const tools: Record<string, PersonalTable> = {
  payment: paymentTable,
  application_code: byPerson(sql`application_code`, 'what an application may still fetch, for a minute', {
    hash: secret,
    challenge: 'of the application',
  }),
  access_token: byPerson(sql`access_token`, 'keys of the read API, also those of applications', {
    hash: secret,
    refresh_family: secret,
    refresh_hash: secret,
  }),
  application: byPerson(sql`application`, 'own applications that ask others for access', { secret_hash: secret }),
  person_number: byPerson(sql`person_number`, 'the number that stream tools know him by', undefined),
  webhook: byPerson(sql`webhook`, 'addresses of own programs', { secret_sealed: 'a secret, sealed' }),
  notice_receiver: byPerson(sql`notice_receiver`, 'the chat and the browsers that get notices', {
    endpoint: 'a secret address of the browser',
    p256dh: 'a key of the browser',
    auth: 'a secret of the browser',
  }),
  telegram_link: byPerson(sql`telegram_link`, 'a code that links a chat', { code_hash: secret }),
  telegram_phone: {
    holds: 'the chat that gets login codes',
    own: ({ userId }) => sql`t.person_id = ${userId}`,
    erase: ({ userId, phone }) => [sql`delete from telegram_phone where person_id = ${userId} or phone = ${phone}`],
  },
  notice: {
    holds: 'notices of the last 30 days',
    own: ({ userId }) => sql`t.receiver_id in (select id from notice_receiver where person_id = ${userId})`,
    erase: () => [],
    stays: 'nothing: they go with the receiver',
  },
  embed_sites: byProject(sql`embed_sites`, 'sites that may frame the widget'),
  alert_sound: byProject(sql`alert_sound`, 'own sounds, exported beside', { bytes: 'in a file of its own' }),
  widget_settings: byProject(sql`widget_settings`, 'texts and looks of widgets', {
    key_hash: secret,
    key_sealed: 'a secret, sealed',
  }),
  widget_source: byProject(sql`widget_source`, 'pages that show alerts'),
  ...messages,
};

export const personalAreas = { identity, donations, orders, tools };

import sql from 'sql-template-tag';
import { erasedName, inner, type PersonalTable } from './personal-table.ts';
import { personalAreas } from './personal-tables.ts';

const profile: Record<string, PersonalTable> = {
  profile_field: {
    holds: 'profile as it was asked for',
    own: ({ userId }) => sql`t.user_id = ${userId}`,
    leftOut: { decided_by: 'of the staff' },
    erase: ({ userId }) => [sql`delete from profile_field where user_id = ${userId}`],
  },
  field_person: {
    holds: 'the states of what was asked for',
    own: ({ userId }) => sql`t.user_id = ${userId}`,
    erase: ({ userId }) => [sql`delete from field_person where user_id = ${userId}`],
  },
  field_decision: {
    holds: 'decisions on the profile',
    own: ({ userId }) => sql`t.user_id = ${userId}`,
    leftOut: { decided_by: 'of the staff' },
    erase: ({ userId }) => [sql`delete from field_decision where user_id = ${userId}`],
  },
  audit: {
    holds: 'what the staff did to him, and he as one of the staff',
    own: ({ userId }) => sql`t.subject = ${userId} or t.actor_id = ${userId}`,
    leftOut: { actor_id: 'of the staff', search_text: inner },
    erase: ({ userId, traces }) => [
      sql`update audit set input = '{}', details = null where subject = ${userId} or exists (
        select from unnest(${traces}::text[]) as trace
        where position(trace in input::text || coalesce(details::text, '')) > 0)`,
    ],
    stays: 'who of the staff did what and when',
  },
  product_image: {
    holds: 'pictures of his products',
    own: ({ userId }) => sql`t.product_id in (select id from product where user_id = ${userId})`,
    erase: ({ userId }) => [
      sql`delete from product_image where product_id in (select id from product where user_id = ${userId})`,
    ],
  },
  product: {
    holds: 'his products',
    own: ({ userId }) => sql`t.user_id = ${userId}`,
    leftOut: { search_text: inner },
    erase: ({ userId }) => [
      sql`update product set name = '—', description = '', is_active = false, deleted_at = coalesce(deleted_at, now())
        where user_id = ${userId}`,
    ],
    stays: 'that there was one, because orders refer to it; what was bought stands in the orders',
  },
  image: {
    holds: 'pictures that he uploaded, exported beside',
    own: ({ userId }) => sql`t.owner_id = ${userId}`,
    erase: ({ userId }) => [
      sql`delete from image where owner_id = ${userId}
        and not exists (select from product_image p where p.image = image.name)
        and not exists (select from order_line l where l.image = image.name)
        and not exists (select from site_settings s where s.logo = image.name)`,
      sql`update image set owner_id = null where owner_id = ${userId}`,
    ],
    stays: 'pictures of products that others sell or have bought, and the logo of the site',
  },
  project: {
    holds: 'what donations to him are given to',
    own: ({ userId }) => sql`t.user_id = ${userId}`,
    erase: () => [],
    stays: 'an id, which donations refer to',
  },
  account: {
    holds: 'his money accounts',
    own: ({ userId }) => sql`t.person_id = ${userId}`,
    erase: ({ userId }) => [
      sql`update account set name = ${erasedName}, is_active = false where person_id = ${userId}`,
    ],
    stays: 'an empty account, which postings refer to',
  },
  entry: {
    holds: 'movements of his money',
    own: ({ userId }) => sql`t.account_id in (select id from account where person_id = ${userId})`,
    erase: () => [],
    stays: 'all of them: books are only ever added to, and name nobody',
  },
  creator_video: {
    holds: 'title and picture of the video on the public page',
    own: ({ userId }) => sql`t.user_id = ${userId}`,
    leftOut: { lease: 'of the server that asks for them' },
    erase: ({ userId }) => [sql`delete from creator_video where user_id = ${userId}`],
  },
  creator: {
    holds: 'public page and names',
    own: ({ userId }) => sql`t.user_id = ${userId}`,
    leftOut: { search_text: inner, everybody_text: inner },
    erase: ({ userId }) => [
      sql`update creator set user_name = 'gone_' || right(replace(user_id::text, '-', ''), 20), given_name = ${erasedName},
        sur_name = null, patronymic = null, hide_full_name = false, types = '{}', avatar = null, banner = null, about = null,
        ins_link = null, tg_link = null, fb_link = null, youtube_link = null, twitch_link = null, twitter_link = null,
        web_link = null, accent = null, pattern = null, video = null, thanks_text = null, hide_live = false, tax_number = null, order_place = 10000, order_merchant = 10000, is_verified = false, has_products = false
        where user_id = ${userId}`,
    ],
    stays: 'an empty, blocked row, which donations and orders refer to',
  },
  person: {
    holds: 'phone, password, role',
    own: ({ userId }) => sql`t.id = ${userId}`,
    leftOut: { password_hash: 'a secret, kept as a hash' },
    erase: ({ userId }) => [sql`update person set phone = 'deleted:' || id, password_hash = null where id = ${userId}`],
    stays: 'an id and the day of the registration',
  },
};

/** Every table with personal data, in the order of deletion: referencing tables come first. */
export const tablesOfPeople: Readonly<Record<string, PersonalTable>> = {
  ...personalAreas.identity,
  ...personalAreas.donations,
  ...personalAreas.orders,
  ...personalAreas.tools,
  ...profile,
};

/** Every other table, with the reason why it has no personal data. */
export const tablesWithoutPeople: Readonly<Record<string, string>> = {
  schema_migration: 'the history of the schema',
  posting: 'movements of money by the ids of what they are for',
  payment_count: 'numbers',
  day_tally: 'numbers',
  hour_tally: 'numbers',
  hour_tally_fresh: 'numbers',
  list_count: 'numbers',
  month_tally: 'numbers',
  audit_count: 'numbers of lines by call',
  push_sender: 'the key of the site for notices to browsers',
  telegram_bot: 'the state of the bot',
  telegram_entry: 'hashes of launches that have opened a session',
  telegram_update: 'numbers of handled updates',
  click_attempt: 'ids, sums and days; whose they are says the payment',
  payme_receipt: 'ids and masked numbers of cards; whose they are says the payment',
  payme_transaction: 'ids, sums and times; whose they are says the payment',
  payment_fiscal_receipt: 'what the tax service has registered, without a person',
  payment_refund: 'ids and sums; whose they are says the order',
  payout_act_counter: 'numbers',
  book_comparison: 'ids and sums; whose they are says the payment',
  receipt_due: 'ids, and why an admin awaits no receipt; whose they are says the payment',
  tax_code: 'a dictionary',
  tax_code_list: 'a file that an admin has uploaded for all',
  tax_item_default: 'what admins set for all',
  stripe_event: 'ids of events, without what they are about',
  order_refund_line: 'ids, pieces and sums',
  donor_return: 'numbers and times of donations, without names',
  project_day: 'sums',
  project_hour: 'sums',
  project_hour_monthly: 'sums',
  project_without_days: 'ids of projects',
  project_total: 'sums',
  membership_count: 'numbers',
  membership_reminder: 'how far donors are reminded',
  membership_new_price: 'levels with a new price',
  post_notice_day: 'numbers',
  membership_month: 'numbers',
  donation_settings: 'what admins set for all',
  site_settings: 'brand and contacts of the operator',
  site_text: 'texts of the operator',
  alert_queue: 'the state of a queue',
  event_counter: 'numbers',
  hint: 'notifications until they are sent, within a second',
  account_part: "sums of the platform's own accounts",
  account_month: 'sums; whose they are says the account',
  creator_listing: 'made from `creator` by triggers',
  creator_count: 'numbers',
  product_count: 'numbers',
  product_text: 'copies of `product` that change with it',
  order_text: 'copies of `shop_order` that change with it',
  product_size: 'a dictionary',
  product_color: 'a dictionary',
  category: 'a dictionary',
  region: 'a dictionary',
  pickup_point: 'pickup points of the platform',
  order_number_key: 'a secret of the platform',
  order_seller: 'ids',
  order_count: 'numbers',
  order_late_payment: 'ids and sums',
  delivery_rate: 'prices of the platform',
  pickup_point_rate: 'prices of the platform',
  promo_code: 'what staff offers all buyers',
};

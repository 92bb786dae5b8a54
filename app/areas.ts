/**
 * The map of areas: which folder of app/ may use which. An arrow that is not here is a lint error, and so is a circle
 * (this file throws when it is loaded with one); a test fails on an arrow that nothing uses. Every area may use base/. An area may use
 * only the files directly in the folder of another area; its sub-folders are private.
 */

type AreaMap = Readonly<Record<string, readonly string[]>>;

/** The areas that the rules, calls, handlers and stores of an area (`*.ts`) may use. */
export const serverArrows: AreaMap = {
  identity: [],
  ledger: [],
  payments: [],
  delivery: [],
  analytics: ['identity'],
  images: ['identity'],
  creators: [],
  profile: ['identity', 'images', 'creators', 'ledger'],
  merch: ['images', 'creators', 'payments'],
  votes: ['creators'],
  targets: ['creators'],
  rewards: ['creators'],
  choices: ['votes', 'targets', 'rewards'],
  donathon: ['creators'],
  joint: ['creators'],
  donations: ['images', 'ledger', 'payments', 'creators', 'choices', 'donathon', 'joint'],
  draws: ['identity', 'creators', 'donations'],
  memberships: ['identity', 'creators', 'donations', 'draws', 'images', 'payments'],
  gifts: ['identity', 'creators', 'delivery', 'donations', 'draws', 'memberships', 'merch', 'orders', 'payments'],
  widgets: ['identity', 'images', 'creators', 'votes', 'targets', 'donathon', 'draws', 'gifts'],
  orders: ['identity', 'ledger', 'payments', 'delivery', 'creators', 'merch', 'donations'],
  payouts: ['identity', 'creators', 'ledger'],
  notices: ['identity', 'creators', 'profile', 'donations', 'gifts', 'joint', 'memberships', 'orders', 'payouts'],
  integrations: ['identity', 'creators', 'donations', 'memberships', 'choices', 'widgets', 'orders', 'notices'],
  staff: ['identity', 'creators', 'profile', 'orders'],
  site: ['images', 'payments', 'creators'],
  receipts: ['creators', 'ledger', 'donations', 'orders', 'payments', 'payouts', 'site'],
  monitoring: ['ledger', 'payments', 'memberships', 'widgets', 'payouts', 'integrations', 'notices'],
};

/** The areas that the screens, components (`*.tsx`) and style sheets of an area may use. */
export const screenArrows: AreaMap = {
  identity: [],
  ledger: [],
  delivery: [],
  analytics: ['identity'],
  images: [],
  payments: ['identity'],
  votes: ['donations'],
  targets: ['donations'],
  rewards: ['donations'],
  choices: ['donations', 'targets', 'rewards', 'votes'],
  donathon: [],
  joint: ['images'],
  draws: ['identity', 'images'],
  widgets: ['images', 'donathon'],
  donations: ['identity', 'images', 'payments', 'widgets', 'notices', 'donathon', 'joint'],
  memberships: ['identity', 'images', 'payments', 'donations', 'draws'],
  orders: ['identity', 'images', 'payments', 'delivery', 'donations', 'notices'],
  gifts: ['identity', 'images', 'payments', 'delivery', 'donations', 'draws', 'memberships', 'orders', 'widgets'],
  merch: ['images', 'orders', 'payments', 'memberships'],
  creators: [
    'choices',
    'draws',
    'gifts',
    'images',
    'joint',
    'donations',
    'memberships',
    'merch',
    'widgets',
    'donathon',
  ],
  profile: ['identity', 'images', 'creators', 'donations', 'joint', 'widgets', 'payouts'],
  payouts: ['identity', 'payments', 'receipts'],
  notices: ['identity'],
  integrations: ['site', 'identity'],
  staff: [
    'identity',
    'images',
    'payments',
    'creators',
    'profile',
    'orders',
    'targets',
    'votes',
    'rewards',
    'draws',
    'donathon',
    'joint',
  ],
  receipts: ['identity', 'donations', 'payments', 'widgets'],
  site: [
    'identity',
    'analytics',
    'images',
    'creators',
    'orders',
    'donations',
    'draws',
    'gifts',
    'joint',
    'merch',
    'widgets',
    'staff',
  ],
  monitoring: [],
};

/**
 * The owner of each table: only its area writes it, and reads it except for `tableReads`; `base` owns what belongs to no area. A test checks
 * the SQL of all stores against both, and both against the migrations.
 */
export const tables: AreaMap = {
  base: [
    'day_tally',
    'event_counter',
    'event_log',
    'hint',
    'hour_tally',
    'hour_tally_fresh',
    'idempotency_key',
    'list_count',
    'month_tally',
    'rate_limit',
    'schema_migration',
  ],
  identity: [
    'outbox_message',
    'password_delay',
    'person',
    'phone_action',
    'phone_code',
    'refresh_token',
    'session',
    'sms_sent',
  ],
  ledger: ['account', 'account_balance', 'account_month', 'account_part', 'entry', 'posting'],
  payments: [
    'book_comparison',
    'click_attempt',
    'payme_receipt',
    'payme_saved_card',
    'payme_transaction',
    'payment',
    'payment_count',
    'payment_fiscal_receipt',
    'payment_refund',
    'receipt_due',
    'stripe_event',
    'tax_code',
    'tax_code_list',
    'tax_item_default',
  ],
  delivery: ['delivery_rate', 'pickup_point', 'pickup_point_rate', 'region'],
  images: ['image'],
  creators: ['creator', 'creator_count', 'creator_listing', 'creator_video', 'project', 'seen_version'],
  profile: ['field_decision', 'field_person', 'person_archive', 'profile_field'],
  merch: ['category', 'product', 'product_color', 'product_count', 'product_image', 'product_size', 'product_text'],
  donations: [
    'donation',
    'donation_import',
    'donation_settings',
    'donor_return',
    'donor_total',
    'imported_donation',
    'imported_donor',
    'imported_total',
    'joint_income',
    'project_day',
    'project_hour',
    'project_hour_monthly',
    'project_total',
    'project_without_days',
  ],
  votes: ['vote', 'vote_choice', 'vote_option'],
  targets: ['target', 'target_choice'],
  rewards: ['reward', 'reward_choice'],
  donathon: ['clock', 'clock_correction', 'clock_donation', 'clock_pause'],
  joint: ['joint_member', 'joint_now', 'joint_stream'],
  draws: ['draw', 'draw_entry', 'draw_place'],
  memberships: [
    'card_removal',
    'member_chat',
    'member_chat_seat',
    'member_discount',
    'membership',
    'membership_card',
    'membership_charge',
    'membership_count',
    'membership_level',
    'membership_message',
    'membership_month',
    'membership_mute',
    'membership_new_price',
    'membership_reminder',
    'post',
    'post_audio',
    'post_notice_day',
  ],
  gifts: ['gifted_entry', 'gifted_months', 'gifted_place'],
  widgets: [
    'alert',
    'alert_queue',
    'alert_sound',
    'alert_speech',
    'donation_alert',
    'widget_settings',
    'widget_source',
  ],
  orders: [
    'basket_seen',
    'order_count',
    'order_line',
    'order_number_key',
    'order_refund',
    'order_refund_line',
    'order_seller',
    'order_step',
    'order_text',
    'order_late_payment',
    'promo_code',
    'promo_use',
    'shop_order',
  ],
  payouts: ['payout', 'payout_act_counter'],
  notices: [
    'notice',
    'notice_receiver',
    'push_sender',
    'telegram_bot',
    'telegram_entry',
    'telegram_link',
    'telegram_phone',
    'telegram_update',
  ],
  integrations: ['access_token', 'application', 'application_code', 'person_number', 'webhook', 'webhook_delivery'],
  staff: ['audit', 'audit_count'],
  site: ['embed_sites', 'site_name', 'site_settings', 'site_text'],
};

/**
 * The tables of other areas that the SQL of an area joins, so that a list stays one statement (decision 20). If an area must not use another,
 * it may only read a view made for others: `donation_alert`, `joint_income`, `joint_now`,
 * `member_discount`, `site_name`.
 */
export const tableReads: AreaMap = {
  creators: ['joint_now', 'site_name'],
  donations: ['donation_alert', 'site_name'],
  joint: ['creator', 'joint_income', 'project'],
  draws: ['creator', 'donation', 'person', 'project', 'project_total'],
  memberships: ['creator', 'donation', 'project'],
  gifts: ['donation', 'membership', 'membership_level', 'person', 'product'],
  widgets: ['creator', 'project'],
  orders: [
    'creator',
    'donation',
    'member_discount',
    'payment',
    'payment_refund',
    'person',
    'pickup_point',
    'product',
    'project',
  ],
  notices: ['person', 'project'],
  integrations: ['donation_alert', 'person', 'project'],
  staff: ['schema_migration'],
  monitoring: [
    'account_balance',
    'alert',
    'alert_queue',
    'book_comparison',
    'membership',
    'membership_charge',
    'membership_count',
    'notice',
    'payment',
    'payout',
    'receipt_due',
    'schema_migration',
    'webhook_delivery',
    'widget_source',
  ],
};

/** Throws if the arrows name an unknown area or form a circle. */
function refuseCircles(name: string, arrows: AreaMap): void {
  const done = new Set<string>();
  const visit = (area: string, way: readonly string[]): void => {
    if (way.includes(area)) throw new Error(`${name}: circle ${[...way.slice(way.indexOf(area)), area].join(' → ')}`);
    if (!arrows[area]) throw new Error(`${name}: unknown area ${area}, used by ${way.at(-1)}`);
    if (done.has(area)) return;
    for (const used of arrows[area]) visit(used, [...way, area]);
    done.add(area);
  };
  for (const area of Object.keys(arrows)) visit(area, []);
}

refuseCircles('serverArrows', serverArrows);
refuseCircles('screenArrows', screenArrows);
if (Object.keys(serverArrows).sort().join() !== Object.keys(screenArrows).sort().join()) {
  throw new Error('serverArrows and screenArrows name different areas');
}

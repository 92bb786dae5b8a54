/**
 * The map of areas: which folder of app/ may use which. An arrow that is not here is a lint error, and so is a circle
 * (this file refuses to load with one). Everybody may use base/. Of another area only these may be used:
 * `<area>.calls.ts`, its pure rules (`*.ts` without `.server`), the exports of `<area>.server.ts`, and the components
 * in `*.public.tsx`.
 */

type AreaMap = Readonly<Record<string, readonly string[]>>;

/** What the rules, calls, handlers and stores of an area may use: its `*.ts` files. */
export const serverArrows: AreaMap = {
  ikat: [],
  document: [],
  ledger: [],
  payments: [],
  delivery: [],
  images: ['identity'],
  identity: ['document'],
  creators: ['ikat', 'document', 'images'],
  profile: ['identity', 'images', 'creators', 'ledger'],
  merch: ['document', 'images', 'creators'],
  basket: ['identity', 'creators', 'merch'],
  donations: ['ikat', 'ledger', 'payments', 'creators'],
  widgets: ['identity', 'ikat', 'images', 'creators', 'donations'],
  orders: ['identity', 'ledger', 'payments', 'delivery', 'creators', 'merch', 'basket', 'donations'],
  payouts: ['identity', 'creators', 'ledger'],
  integrations: ['identity', 'creators', 'donations'],
  moderation: ['identity', 'creators', 'profile', 'merch', 'delivery', 'orders', 'donations'],
  shell: [],
};

/** What the screens and components of an area may use: its `*.tsx` files and style sheets. */
export const screenArrows: AreaMap = {
  ikat: [],
  document: [],
  identity: ['document'],
  images: ['document'],
  ledger: ['document'],
  payments: ['document', 'identity'],
  delivery: ['document'],
  donations: ['ikat', 'document', 'identity', 'images', 'ledger', 'payments'],
  basket: ['document', 'identity', 'images'],
  merch: ['ikat', 'document', 'identity', 'images', 'basket'],
  creators: ['ikat', 'document', 'identity', 'images', 'donations', 'merch', 'widgets'],
  widgets: ['ikat', 'document', 'identity', 'images', 'donations'],
  profile: ['ikat', 'document', 'identity', 'images', 'ledger', 'creators', 'donations', 'widgets', 'merch'],
  orders: ['document', 'identity', 'images', 'payments', 'delivery', 'donations', 'merch', 'basket'],
  payouts: ['document', 'identity', 'images', 'ledger', 'donations'],
  integrations: ['document', 'identity'],
  moderation: [
    'ikat',
    'document',
    'identity',
    'images',
    'creators',
    'profile',
    'merch',
    'delivery',
    'orders',
    'donations',
  ],
  shell: ['ikat', 'document', 'identity', 'images', 'profile', 'basket', 'widgets', 'moderation'],
};

/**
 * Whose each table is: its area alone writes it, and reads it but for `tableReads`; `base` keeps what belongs to no area. A test holds
 * the SQL of all stores to both, and both to the migrations.
 */
export const tables: AreaMap = {
  base: [
    'event_counter',
    'event_log',
    'hour_tally',
    'hour_tally_fresh',
    'idempotency_key',
    'rate_limit',
    'schema_migration',
  ],
  identity: [
    'outbox_message',
    'password_delay',
    'person',
    'phone_action',
    'refresh_token',
    'session',
    'sms_code',
    'sms_sent',
  ],
  ledger: ['account', 'entry', 'posting'],
  payments: ['payment', 'payment_count'],
  delivery: ['pickup_point', 'region'],
  images: ['image'],
  creators: ['creator', 'creator_count', 'creator_listing', 'project'],
  profile: ['field_decision', 'profile_field'],
  merch: ['category', 'product', 'product_color', 'product_count', 'product_image', 'product_size'],
  donations: ['donation', 'donation_settings', 'donor_total', 'project_total'],
  widgets: ['alert', 'alert_queue', 'alert_sound', 'gift_alert', 'widget_settings', 'widget_source'],
  orders: [
    'order_count',
    'order_line',
    'order_number_key',
    'order_seller',
    'order_step',
    'order_stray_payment',
    'shop_order',
  ],
  payouts: ['payout'],
  integrations: ['access_token', 'person_number', 'webhook', 'webhook_delivery'],
  moderation: ['audit'],
};

/**
 * Which tables of others the SQL of an area joins, so that a list stays one statement (decision 20). Of an area that it must not use, only
 * a view made for others: `gift_alert`.
 */
export const tableReads: AreaMap = {
  donations: ['gift_alert'],
  widgets: ['creator', 'project'],
  orders: ['creator', 'donation', 'payment', 'person', 'pickup_point', 'project'],
  integrations: ['person'],
};

/** Throws when the arrows name an unknown area or lead round in a circle. */
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

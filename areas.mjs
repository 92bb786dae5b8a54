/**
 * The map of areas: which folder of app/ may use which. An arrow that is not here is a lint error, and so is a circle
 * (this file refuses to load with one). Everybody may use base/. Of another area only these may be used:
 * `<area>.calls.ts`, its pure rules (`*.ts` without `.server`), the exports of `<area>.server.ts`, and the components
 * in `*.public.tsx`.
 */

/** What the rules, calls, handlers and stores of an area may use: its `*.ts` files. */
export const serverArrows = {
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
export const screenArrows = {
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

/** Throws when the arrows name an unknown area or lead round in a circle. */
function refuseCircles(name, arrows) {
  const done = new Set();
  const visit = (area, way) => {
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

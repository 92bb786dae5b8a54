import { createPerson } from '#app/profile/new-person.server.ts';
import { type Fleet, type FleetOptions, openFleet } from '#test/load/server-fleet.ts';
import { clickEnv } from '#test/support/money/click-caller.ts';
import { paymeEnv } from '#test/support/money/payme-caller.ts';
import { paymeCardEnv, paymeCardScene } from '#test/support/money/payme-card-caller.ts';
import { stripeEnv, stripeScene } from '#test/support/money/stripe-scene.ts';
import { clickScene, paymeScene, type SystemScene } from '#test/support/money/system-scenes.ts';
import { newPhone } from '#test/support/sign-in.ts';
import { testSecrets } from '#test/support/start-app.ts';
import { readMoneyFaults } from './money-evidence.ts';
import { untilNoneIsOpen } from './settling.ts';
import { type HostedSystem, readSystemBooks } from './system-books.ts';

export const hostedSystems = ['payme', 'payme-card', 'click', 'stripe'] as const;

/** The operator's number, under which Click is asked for receipts. */
const clickReceiptsEnv = { ...clickEnv, CLICK_TAX_NUMBER: '305123456' } as const;

export const hostedEnvs = {
  payme: paymeEnv,
  'payme-card': paymeCardEnv,
  click: clickReceiptsEnv,
  stripe: stripeEnv,
} as const;
const scenes = { payme: paymeScene, 'payme-card': paymeCardScene, click: clickScene, stripe: stripeScene } as const;

/** Payments at a system beside the gateway, on servers of their own. */
export interface HostedWorld {
  readonly system: HostedSystem;
  readonly fleet: Fleet;
  /** Gets the donations. */
  readonly projectId: string;
  readonly scene: SystemScene;
}

/** Runs a story with a project whose fiscal receipts are made where the system makes them. */
export async function inHostedWorld(
  system: HostedSystem,
  options: FleetOptions,
  story: (world: HostedWorld) => Promise<void>,
): Promise<void> {
  const fleet = await openFleet({ env: hostedEnvs[system], ...options });
  try {
    const item = { code: '10305008002000001', packageCode: '1501', unit: '796', vat: 12 };
    await fleet.db.pool.query(`insert into tax_item_default (kind, item) values ('donation', $1)`, [item]);
    const { projectId } = await fleet.db.transaction((tx) => createPerson(tx, { phone: newPhone() }));
    const place = { url: fleet.providerUrl, secret: testSecrets.payment };
    const site = () => fleet.network.clients?.url ?? fleet.server.url;
    const scene = scenes[system]({ ...place, cut: () => undefined, site });
    await story({ system, fleet, projectId, scene });
  } finally {
    await fleet.close();
  }
}

/** Whether a press reached the page says nothing: the books do. */
export const quietly = (act: Promise<void>) => act.catch(() => undefined);

/** A donor pays at a system, some of them twice at once; some payments are refunded there. */
export async function payThere({ scene }: HostedWorld, paymentUrl: string, index: number): Promise<void> {
  const tries = index % 7 === 0 ? 2 : 1;
  await Promise.all(Array.from({ length: tries }, () => quietly(scene.pay(paymentUrl))));
  if (index % 5 === 0) await quietly(scene.refundThere(paymentUrl));
}

export async function countOf({ fleet }: Pick<HostedWorld, 'fleet'>, rows: string): Promise<number> {
  const query = `select count(*)::float8 as count from ${rows}`;
  return (await fleet.db.pool.query<{ count: number }>(query)).rows[0]?.count ?? 0;
}

/** What has a receipt: Stripe's payments have none, and those of Click's refunds are entered by hand. */
const receiptKinds = {
  payme: `'Paid', 'Refunded'`,
  'payme-card': `'Paid', 'Refunded'`,
  click: `'Paid'`,
  stripe: 'null',
} as const;

function countMissingReceipts(world: HostedWorld): Promise<number> {
  return countOf(
    world,
    `payment p where p.status in (${receiptKinds[world.system]})
      and not exists (select from payment_fiscal_receipt f where f.payment_id = p.id and f.kind = p.status)`,
  );
}

/** What a system does not report is found when the server asks about a paid payment: the minutes until then pass here. */
async function letRefundsBeFound({ fleet }: HostedWorld, references: readonly string[]): Promise<void> {
  const due = `update payment set next_check_at = now() where status = 'Paid' and next_check_at > now() and reference = any($1)`;
  await fleet.db.pool.query(due, [references]);
}

/** The payments about which server and system disagree, and what the system has yet to call about. */
async function countOpen(world: HostedWorld): Promise<number> {
  const { fleet, system, scene } = world;
  const { books, waiting } = await readSystemBooks(fleet.providerUrl, system);
  const { rows } = await fleet.db.pool.query<{ reference: string; status: string }>(
    'select reference, status from payment',
  );
  const known = new Map(rows.map(({ reference, status }) => [reference, status.toLowerCase()]));
  const open = books.filter(({ reference, status }) => status !== 'created' && known.get(reference) !== status);
  if (!scene.reportsRefunds) {
    await letRefundsBeFound(
      world,
      open.map(({ reference }) => reference),
    );
  }
  return waiting + open.length;
}

/** Waits until server and system agree. Returns the seconds; infinite after the limit. */
export function untilAgreed(world: HostedWorld, limitSeconds: number): Promise<number> {
  const isReported = world.system === 'payme' || world.system === 'payme-card';
  return untilNoneIsOpen(
    async () => (await countOpen(world)) + (isReported ? await countMissingReceipts(world) : 0),
    limitSeconds,
  );
}

/**
 * Click is sent the lines of a payment ten minutes after it, and asked for the receipt some minutes later: these minutes pass here. The servers
 * do both when they start.
 */
async function letClickMakeReceipts(world: HostedWorld): Promise<void> {
  const { fleet } = world;
  const paid = `receipt_due where kind = 'Paid' and ask_at is not null`;
  for (const waiting of [`${paid} and submitted_at is null`, paid]) {
    await Promise.all(fleet.servers.map((server) => server.stop()));
    await fleet.db.pool.query(
      `update receipt_due set ask_at = now(), since = least(since, now() - interval '11 minutes') where ask_at is not null`,
    );
    await Promise.all(fleet.servers.map((server) => server.start()));
    await untilNoneIsOpen(() => countOf(world, waiting), Math.max(60, await countOf(world, paid)));
  }
}

interface Asked {
  /** How many different donations were requested. */
  readonly asked: number;
  readonly acknowledged: readonly { payId: string; amount: number }[];
}

/** What must not be found at the end of a story, and the system's list. */
export async function readHostedFaults(world: HostedWorld, asked: Asked) {
  const { fleet, system } = world;
  if (system === 'click') await letClickMakeReceipts(world);
  const { books, unequal, receipts } = await readSystemBooks(fleet.providerUrl, system);
  const around = { db: fleet.db, books: async () => [...books] };
  const faults = {
    ...(await readMoneyFaults(around, asked)),
    'calls answered differently when repeated': unequal,
    'receipts missing': await countMissingReceipts(world),
    'receipts requested twice': receipts.length - new Set(receipts).size,
  };
  const met = { ...(system !== 'stripe' && { receipts: await countOf(world, 'payment_fiscal_receipt') }) };
  return { faults, books, met };
}

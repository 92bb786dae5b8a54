import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { openTestDatabase } from '#test/support/database/database.ts';
import { type Declared, findSites, type Site } from './declared-rows.ts';
import { type Column, openDescriber } from './described-rows.ts';
import { placeOf } from './place.ts';

/** The statements that each place of the product has made. */
const made = vi.hoisted(() => new Map<string, Set<string>>());

const note = (place: string, text: string) => void made.set(place, (made.get(place) ?? new Set()).add(text));

vi.mock('#base/db/db.server.ts', async (original) => {
  const real = await original<typeof import('#base/db/db.server.ts')>();
  const statement: typeof real.statement = (text) => {
    note(placeOf(new Error('here')), text);
    return real.statement(text);
  };
  return { ...real, statement };
});

const root = join(import.meta.dirname, '../../..');

const fileOf = ({ place }: Pick<Site, 'place'>) => place.replace(/:\d+$/, '');

/** Typed rows whose statements this test cannot make, by file, and why. */
const unmade: Readonly<Record<string, string>> = {
  'base/db/db.server.ts': 'passes on the types of its callers',
  'base/db/remembered-search.server.ts': 'passes on the types of its callers',
  'operation/backup.ts': 'reads a sequence, whose name is a part of the text',
  'operation/person/export-person.ts': 'reads one column of JSON from any table',
  'operation/person/archive/read-archive.ts': 'reads the members that each file of the archive names',
  'operation/reseal.ts': 'reads an id and a secret from either of two tables',
};

/** Columns that may be null in their table, but not in the rows whose type says so, and which rows those are. */
const present: Readonly<Record<string, string>> = {
  'account.person_id': 'of accounts of people',
  'alert.ended_at': 'of shown alerts',
  'alert.pay_id': 'of alerts of donations',
  'alert.source': 'of leased and playing alerts',
  'donation.donor_id': 'of people who take part in a draw',
  'donation.address': 'of donations whose address is not forgotten yet',
  'donation.number': 'of paid donations',
  'donation.paid_at': 'of paid donations',
  'gifted_place.person_id': 'of pieces whose people are there',
  'idempotency_key.token': 'of a key that is being claimed',
  'member_chat.kind': 'of connected chats',
  'member_chat.lease': 'of chats that are being claimed',
  'member_chat.telegram_id': 'of connected chats',
  'member_chat_seat.lease': 'of seats that are being claimed',
  'membership.token_sealed': 'of memberships that are charged',
  'order_line.commission': 'of lines of placed orders',
  'order_line.image': 'of lines found by their image',
  'order_line.price': 'of lines of placed orders',
  'order_line.seller_id': 'of lines of placed orders',
  'payme_receipt.id': 'of receipts that were just named',
  'person_archive.link_ends_at': 'of a link that was just made',
  'person_archive.link_language': 'of a link that is taken',
  'person_archive.link_session': 'of a link that is taken',
  'phone_action.password_hash': 'of registrations',
  'product.category_id': 'of products that are not deleted',
  'reward_choice.missed_at': 'of missed rewards',
  'reward_choice.sum': 'of taken rewards',
  'reward_choice.taken_at': 'of taken rewards',
  'shop_order.number': 'of placed orders',
  'shop_order.pay_until': 'of placed orders',
  'shop_order.payment_id': 'of orders with a refund',
  'shop_order.placed_at': 'of placed orders',
  'shop_order.recipient_name': 'of placed orders',
  'shop_order.recipient_phone': 'of placed orders',
  'shop_order.total': 'of placed orders',
  'notice_receiver.auth': 'of browsers',
  'notice_receiver.chat_id': 'of chats',
  'notice_receiver.endpoint': 'of browsers',
  'notice_receiver.lease': 'of receivers that are being claimed',
  'notice_receiver.p256dh': 'of browsers',
  'vote_option.folded': 'of suggestions',
  'webhook_delivery.lease': 'of deliveries that are being claimed',
};

const missed = new Set(Object.keys(present));

/** What a call of a function is named that is not given a name: its result is not read. */
const unread = /^(?:pg_advisory_(?:xact_)?lock|pg_notify|setval|\?column\?)$/;

const outerJoin = /\b(?:left|right|full)\s+(?:outer\s+)?join\b/;

function faultOf({ name, kind, source, isNotNull }: Column, declared: Declared | undefined, text: string) {
  if (declared === undefined) return unread.test(name) ? null : `${name} has no type`;
  if (kind === null || !declared.kinds.includes(kind)) return `${name} is ${kind}, not ${declared.kinds.join(' or ')}`;
  if (source === null || declared.isOpen) return null;
  if (!isNotNull && !declared.isNullable) {
    missed.delete(source);
    return present[source] === undefined ? `${name} may be null: ${source}` : null;
  }
  return isNotNull && declared.isNullable && !outerJoin.test(text) ? `${name} is never null` : null;
}

function faultsOf(columns: readonly Column[], { row }: Site, text: string): string[] {
  const given = new Set(columns.map(({ name }) => name));
  const missing = [...(row?.keys() ?? [])].filter((name) => !given.has(name)).map((name) => `${name} is missing`);
  const wrong = columns.map((column) => faultOf(column, row?.get(column.name), text)).filter((fault) => fault !== null);
  return [...missing, ...wrong];
}

const database = await openTestDatabase();
const sites = findSites();
const files = new Set(sites.filter(({ callee }) => callee === 'statement').map(fileOf));
for (const file of files) await import(join(root, file));
const { runComposed } = await import('./composed-statements.ts');
await runComposed(database.db, note);
afterAll(() => database.close());

const textsOf = ({ place, text }: Site): readonly string[] => (text === null ? [...(made.get(place) ?? [])] : [text]);

it('every statement with typed rows is checked, but for a few', () => {
  const unchecked = sites.filter((site) => site.row !== null && textsOf(site).length === 0);
  const places = unchecked.filter((site) => unmade[fileOf(site)] === undefined).map(({ place }) => place);
  expect(places).toEqual([]);
  expect(Object.keys(unmade).filter((file) => !unchecked.some((site) => fileOf(site) === file))).toEqual([]);
  expect(sites.filter(({ row }) => row !== null).length - unchecked.length).toBeGreaterThan(280);
});

it('rows name their columns in camelCase', () => {
  const names = sites.flatMap(({ place, row }) => [...(row?.keys() ?? [])].map((name) => `${place}: ${name}`));
  expect(names.filter((name) => !/: [a-z][A-Za-z0-9]*$/.test(name))).toEqual([]);
});

it('a constant text is a prepared statement', () => {
  expect(sites.filter(({ isConstant }) => isConstant).map(({ place }) => place)).toEqual([]);
});

it('rows have the columns that their types declare', async () => {
  const describer = await openDescriber(database.url);
  const faults: string[] = [];
  for (const site of sites) {
    for (const text of textsOf(site)) {
      const columns = await describer.describe(text);
      faults.push(...faultsOf(columns, site, text).map((fault) => `${site.place}: ${fault}`));
    }
  }
  await describer.close();
  expect(faults).toEqual([]);
  expect([...missed]).toEqual([]);
});

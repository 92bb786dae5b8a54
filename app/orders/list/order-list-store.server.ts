import sql, { join, raw, type Sql } from 'sql-template-tag';
import { peopleWithPhone } from '#app/identity/people-store.server.ts';
import { type Queryable, statement } from '#base/db/db.server.ts';
import { isDeep, type Page, shorterDirection } from '#base/db/deep-paging.server.ts';
import { type ListPlace, microsecondsOf } from '#base/db/list-place.server.ts';
import { changesOf, readRemembered } from '#base/db/remembered-search.server.ts';
import { apostrophes, holdsWords, isShort, typedFor, wordsOf } from '#base/db/search.server.ts';
import type { Period } from '#base/text/time-zones.ts';
import { readCounts } from '../moves-store.server.ts';
import { type OrderRow, orderColumns, orderJoins } from '../order/order-row-store.server.ts';

/** The filter of a list of orders. Baskets are never listed. */
export interface OrderFilter {
  readonly statuses?: readonly number[] | undefined;
  readonly userId?: string | undefined;
  /** Parts of the buyer's user name or names. */
  readonly userName?: string | undefined;
  /** The digits of `userName` where it may be a part of a phone: orders of buyers with such a phone are found, too. */
  readonly userPhone?: string | undefined;
  /** Parts of a seller's user name or names, including hidden names: for staff. */
  readonly sellerName?: string | undefined;
  /** Parts of a seller's user name or public names. */
  readonly shownSellerName?: string | undefined;
  /** Words of the number, the recipient, the address and the items, or of the buyer's names: for staff. */
  readonly search?: string | undefined;
  /** The digits of `search` where it may be a part of a phone: orders of buyers and recipients with such a phone are found, too. */
  readonly phone?: string | undefined;
  /** Parts of the number only. */
  readonly number?: string | undefined;
  readonly pickupPointId?: number | undefined;
  readonly period?: Period | undefined;
}

/** A slice of a list, newest first; `after`: continues behind this order without an offset. */
export interface OrderSlice {
  readonly skip: number;
  readonly take: number;
  readonly after?: ListPlace | undefined;
  /** Counted from the end of the list: the oldest first. */
  readonly isFromEnd?: boolean;
}

/** An order of the list with the moment of its place there. */
export interface ListedOrder extends OrderRow {
  readonly placeAt: number;
}

/** Numbers of orders are stored without the sign with which tables and screens show them. */
const words = (text = '') => wordsOf(text.replaceAll(/№(?=\s*\d)/g, ' '));

/** A person's names in lower case, with the letters of Russian keyboards and without apostrophes. */
const writtenNames = sql`lower(translate(concat_ws(' ', n.given_name, n.sur_name, n.patronymic),
  ${`АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЎҚҒҲёўқғҳ${apostrophes}`}, 'абвгдеежзийклмнопрстуфхцчшщъыьэюяукгхеукгх'))`;

/** The public names. */
const shownNames = sql`case when n.hide_full_name then '' else ${writtenNames} end`;

const asTyped: Readonly<Record<string, string>> = { ё: 'е', ...typedFor };
const unlikeTyped = new RegExp(`[${Object.keys(asTyped).join('')}${apostrophes}]`, 'g');

/** Names are searched as they are written, but for apostrophes: users would not understand a match in another alphabet. */
function holdsAsWritten(names: Sql, searched: readonly string[]): Sql[] {
  return searched.map((word) => {
    const written = word.toLowerCase().replace(unlikeTyped, (sign) => asTyped[sign] ?? '');
    return sql`position(${isShort(word) ? ` ${written}` : written} in ' ' || n.user_name || ' ' || ${names}) > 0`;
  });
}

/** The people whose user name or names, including hidden names, contain all words. The indexed folded text finds the candidates. */
function peopleOf(text: string | undefined): Sql {
  const searched = words(text);
  const conditions = [
    ...holdsWords({ text: sql`n.everybody_text` }, searched),
    ...holdsAsWritten(writtenNames, searched),
  ];
  return sql`(select n.user_id from creator n where ${join(conditions, ' and ')})`;
}

/** The same people, and those whose phone contains the digits. */
function buyersOf(text: string | undefined, phone: string | undefined): Sql {
  return phone === undefined ? peopleOf(text) : sql`(${peopleOf(text)} union ${peopleWithPhone(phone)})`;
}

/** The conditions of a search: in the text of an order, or by its buyer. */
function matchingSearch({ userId, search, phone }: Pick<OrderFilter, 'userId' | 'search' | 'phone'>): Sql[] {
  if (search === undefined || words(search).length === 0) return [];
  const texts = phone === undefined ? [search] : [...new Set([search, phone])];
  const holds = (column: Sql) => texts.map((text) => join(holdsWords({ text: column }, words(text)), ' and '));
  const buyers = buyersOf(search, phone);
  // The orders of one person are few enough to read.
  if (userId !== undefined) return [sql`(${join(holds(sql`o.search_text`), ' or ')} or o.user_id in ${buyers})`];
  const withText = holds(sql`t.search_text`).map((condition) => sql`select t.id from order_text t where ${condition}`);
  const ofBuyers = sql`select b.id from shop_order b where b.status > 0 and b.user_id in ${buyers}`;
  return [sql`o.id in (${join([...withText, ofBuyers], ' union ')})`];
}

/** The conditions of the text filters. */
function matchingWords({
  userId,
  userName,
  userPhone,
  sellerName,
  shownSellerName,
  search,
  phone,
  number,
}: OrderFilter): Sql[] {
  const conditions: Sql[] = [];
  if (words(userName).length > 0) conditions.push(sql`o.user_id in ${buyersOf(userName, userPhone)}`);
  if (words(sellerName).length > 0) {
    conditions.push(sql`o.id in (select s.order_id from order_seller s where s.seller_id in ${peopleOf(sellerName)})`);
  }
  if (words(shownSellerName).length > 0) {
    const shown = words(shownSellerName);
    const holds = join(
      [...holdsWords({ text: sql`n.search_text` }, shown), ...holdsAsWritten(shownNames, shown)],
      ' and ',
    );
    conditions.push(sql`exists (
      select from order_seller s join creator n on n.user_id = s.seller_id where s.order_id = o.id and ${holds})`);
  }
  const inNumber = words(number).map((word) => sql`position(${word} in o.number) > 0`);
  return [...conditions, ...matchingSearch({ userId, search, phone }), ...inNumber];
}

function matching(filter: OrderFilter): Sql {
  const { statuses, userId, pickupPointId, period } = filter;
  const conditions: Sql[] = [sql`o.status > 0`];
  if (statuses?.length === 1) conditions.push(sql`o.status = ${statuses[0]}`);
  else if (statuses !== undefined) {
    conditions.push(
      sql`o.status in (${join(
        statuses.map((one) => sql`${one}`),
        ', ',
      )})`,
    );
  }
  if (userId !== undefined) conditions.push(sql`o.user_id = ${userId}`);
  if (pickupPointId !== undefined) conditions.push(sql`o.pickup_point_id = ${pickupPointId}`);
  if (period?.from) conditions.push(sql`o.placed_at >= ${period.from.toISOString()}::timestamptz`);
  if (period?.to) conditions.push(sql`o.placed_at < ${period.to.toISOString()}::timestamptz`);
  return join([...conditions, ...matchingWords(filter)], ' and ');
}

/** The query of a slice of the list; exported so that a test can explain it. */
export function listQuery(filter: OrderFilter, { skip, take, after, isFromEnd = false }: OrderSlice): Sql {
  const order = isFromEnd ? sql`o.placed_at, o.id` : sql`o.placed_at desc, o.id desc`;
  const rest = after
    ? sql`and (o.placed_at, o.id) < (timestamptz 'epoch' + interval '1 microsecond' * ${after.at}, ${after.id}::uuid)`
    : sql``;
  return sql`
    with here as (
      select o.id, o.placed_at from shop_order o where ${matching(filter)} ${rest}
      order by ${order} limit ${take} offset ${skip}
    )
    select ${raw(orderColumns)}, ${raw(microsecondsOf('here.placed_at'))} as "placeAt"
    from here join shop_order o on o.id = here.id ${raw(orderJoins)}
    order by here.placed_at desc, here.id desc`;
}

/** The matching orders: `id` and `placed_at` of each. */
function matchingOrders(filter: OrderFilter): Sql {
  const { sellerName, ...others } = filter;
  // `order_seller` holds placed orders only, so neither the orders nor other sellers have to be read.
  if (sellerName !== undefined && words(sellerName).length > 0 && isOfAll(others)) {
    return sql`
      select s.order_id as id, s.placed_at from order_seller s
      where s.seller_id = any(array${peopleOf(sellerName)}) group by s.order_id, s.placed_at`;
  }
  // `order_text` has the columns of all filters but `number`, in narrow rows.
  const isNarrow = words(filter.search).length > 0 && words(filter.number).length === 0;
  const table = isNarrow ? sql`order_text` : sql`shop_order`;
  return sql`select o.id, o.placed_at from ${table} o where ${matching(filter)}`;
}

/** The query of the number of matches; exported so that a test can explain it. */
export const countQuery = (filter: OrderFilter): Sql =>
  sql`select count(*) as count from (${matchingOrders(filter)}) one`;

const isOfAll = ({ period, ...filter }: OrderFilter): boolean =>
  (period?.from ?? period?.to ?? null) === null &&
  Object.values(filter).every((value) => value === undefined || value === '');

/** Whether the orders of all people are searched by text: those of one person are few enough to scan. */
const isSearch = (filter: OrderFilter) => filter.userId === undefined && matchingWords(filter).length > 0;

/**
 * The query of a page of a text search, with the number of matches; exported so that a test can explain it. The matches are found before
 * they are sorted: with a wrong estimate the planner would otherwise scan the whole list in its order until a page is full.
 */
export function foundQuery(filter: OrderFilter, { skip, take }: Page): Sql {
  return sql`
    with found as materialized (${matchingOrders(filter)}), here as (
      select * from found order by placed_at desc, id desc limit ${take} offset ${skip}
    )
    select ${raw(orderColumns)}, (select count(*) from found) as count
    from here join shop_order o on o.id = here.id ${raw(orderJoins)}
    order by here.placed_at desc, here.id desc`;
}

/** Counts matches; uses the stored counts when the list is filtered by status only. */
async function countOrders(db: Queryable, filter: OrderFilter): Promise<number> {
  const { statuses, ...others } = filter;
  if (isOfAll(others)) {
    const counts = [...(await readCounts(db))];
    const counted = statuses === undefined ? counts : counts.filter(([status]) => statuses.includes(status));
    return counted.reduce((sum, [, total]) => sum + total, 0);
  }
  const { rows } = await db.execute<{ count: number }>(countQuery(filter));
  return rows[0]?.count ?? 0;
}

/** A page of a search with its count, all matches read; exported so that a test can run it. */
export async function readFound(db: Queryable, filter: OrderFilter, page: Page) {
  const { rows } = await db.execute<OrderRow & { count: number }>(foundQuery(filter, page));
  // Beyond the last page no row has the count.
  const count = rows[0]?.count ?? (await countOrders(db, filter));
  return { rows, count };
}

/** People by their names and phones decide as well which orders a search finds. */
const markOf = sql`concat_ws(' ', ${changesOf('order_text')}, ${changesOf('creator')}, ${changesOf('person')})`;

function readSearched(db: Queryable, filter: OrderFilter, page: Page) {
  const search = {
    key: JSON.stringify(['orders', filter]),
    mark: markOf,
    found: matchingOrders(filter),
    order: sql`p.placed_at desc, p.id desc`,
    turnedOrder: sql`p.placed_at, p.id`,
    rowsOf: (ids: readonly string[], mark: Sql) => sql`
      select ${mark} as mark, ${raw(orderColumns)}
      from unnest(${ids}::uuid[]) with ordinality here (id, place) join shop_order o on o.id = here.id ${raw(orderJoins)}
      order by here.place`,
  };
  return readRemembered<OrderRow>(db, search, page, () => readFound(db, filter, page));
}

/** A slice of the list without a count. Consecutive slices scan the list once, also in a text search. */
export async function readSlice(db: Queryable, filter: OrderFilter, slice: OrderSlice): Promise<ListedOrder[]> {
  return (await db.execute<ListedOrder>(listQuery(filter, slice))).rows;
}

/** A page of orders, newest first, with the number of matches. */
export async function readPage(
  db: Queryable,
  filter: OrderFilter,
  page: Page,
): Promise<{ rows: OrderRow[]; count: number }> {
  if (isSearch(filter)) return readSearched(db, filter, page);
  if (isDeep(page)) {
    const count = await countOrders(db, filter);
    return { rows: await readSlice(db, filter, shorterDirection(page, count)), count };
  }
  const [rows, count] = await Promise.all([readSlice(db, filter, page), countOrders(db, filter)]);
  return { rows, count };
}

const byId = statement<OrderRow>(`
  select ${orderColumns} from shop_order o ${orderJoins} where o.id = $1 and o.status > 0`);

/** One placed order; null when it does not exist. */
export async function readOrder(db: Queryable, orderId: string): Promise<OrderRow | null> {
  return (await db.run(byId, [orderId]))[0] ?? null;
}

const sellers = statement<{ orderId: string; sellerId: string }>(`
  select order_id as "orderId", seller_id as "sellerId" from order_seller where order_id = any($1::uuid[])
  order by order_id, seller_id`);

/** Those whose products are in some placed orders; unknown ids are left out. */
export async function readSellers(db: Queryable, orderIds: readonly string[]) {
  return db.run(sellers, [orderIds]);
}

const numbers = statement<{ id: string; number: string }>(
  `select id, number from shop_order where id = any ($1::uuid[])
  union all select r.id, o.number from order_refund r join shop_order o on o.id = r.order_id where r.id = any ($1::uuid[])`,
);

/** The numbers of orders, by their ids and those of their refunds. */
export async function readNumbers(db: Queryable, ids: readonly string[]): Promise<{ id: string; number: string }[]> {
  return db.run(numbers, [ids]);
}

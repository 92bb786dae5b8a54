import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Database, openDatabase, statement, type Tx } from '#base/db/db.server.ts';
import { idIn, idOf } from '#test/bench/growth/ids.ts';
import type { Sizes } from '#test/bench/growth/sizes.ts';

/** What a process of 0.1.0 runs: its statements, shortened to the columns that it writes here. */
const give = statement(`
  with owner_row as (
    insert into donation (id, project_id, donor_key, name, message, is_anonymous, amount, commission, address)
    values ($1::uuid, $2, 'name:' || lower($3::text), $3, 'Удачи', false, $4, $5, '10.0.0.1') on conflict (id) do nothing returning id
  )
  insert into payment (kind, reference, system, provider_id, amount, currency, status, expires_at, next_check_at, lines)
  values ('donation', $1::uuid, 'gateway', $1::uuid::text, $4, 'UZS', 'Created', now() + interval '15 minutes', now() + interval '15 seconds', '[]')
  on conflict do nothing`);
const payOrder = statement(`
  insert into payment (kind, reference, system, provider_id, amount, currency, status, expires_at, next_check_at, lines)
  values ('order', $1::uuid, 'gateway', $1::uuid::text, $2, 'UZS', 'Created', now() + interval '15 minutes', now() + interval '15 seconds', '[]')`);
const lockTotal = statement(`
  insert into project_total as total (project_id, last_number, paid_count, paid_sum)
  select project_id, 0, 0, 0 from donation where id = $1
  on conflict (project_id) do update set last_number = total.last_number`);
const movePayment = statement<{ id: string }>(`
  update payment set status = $2, problem = null, paid_at = case when $2 = 'Paid' then clock_timestamp() else paid_at end, next_check_at = null
  where provider_id = $1::text and system = 'gateway' returning id`);
const countPaid = statement(`
  with donation as (
    select project_id, donor_key, name, amount from donation where id = $1 and number is null
  ), counted as (
    insert into project_total as total (project_id, last_number, paid_count, paid_sum)
    select project_id, 1, 1, amount from donation
    on conflict (project_id) do update set
      last_number = total.last_number + 1, paid_count = total.paid_count + 1, paid_sum = total.paid_sum + excluded.paid_sum
    returning project_id, last_number
  ), donor as (
    insert into donor_total as total (project_id, donor_key, name, amount, count)
    select project_id, donor_key, name, amount, 1 from donation
    on conflict (project_id, donor_key) do update set amount = total.amount + excluded.amount, count = total.count + 1
  )
  update donation d set number = counted.last_number, paid_at = clock_timestamp(), address = null from counted where d.id = $1`);
const countRefunded = statement(`
  with donation as (
    update donation set refunded_at = clock_timestamp() where id = $1 and number is not null and refunded_at is null returning *
  ), counted as (
    update project_total total set paid_count = total.paid_count - 1, paid_sum = total.paid_sum - donation.amount
    from donation where total.project_id = donation.project_id returning total.project_id
  )
  update donor_total total set amount = total.amount - donation.amount, count = total.count - 1
  from donation join counted on counted.project_id = donation.project_id
  where total.project_id = donation.project_id and total.donor_key = donation.donor_key`);
const post = statement(`
  with made as (insert into posting (kind, reference) values ($1, $2) on conflict (kind, reference) do nothing returning id)
  insert into entry (posting_id, account_id, amount)
  select made.id, given.account_id, given.amount from made, unnest($3::uuid[], $4::bigint[]) as given (account_id, amount)`);
const alert = statement(`
  with turn as (
    insert into alert_queue as queue (project_id, last_number) values ($2, 1)
    on conflict (project_id) do update set last_number = queue.last_number + 1 returning last_number
  )
  insert into alert (project_id, number, pay_id, name, amount, message, state, queued_at)
  select $2, last_number, $1, 'Зритель', $3, 'Удачи', 'queued', now() from turn`);
const place = statement(`
  with placed as (
    insert into shop_order (id, user_id, status, number, placed_at, pay_until, address, recipient_name, recipient_phone, total, item_names)
    values ($1, $2, 1, order_number(), clock_timestamp(), now() + interval '24 hours', 'Ташкент', 'Азиз', '998900000000', $4, 'Кружка')
    returning id, placed_at
  ), line as (
    insert into order_line (order_id, product_id, size_id, color_id, quantity, name, seller_id, price, commission, taken)
    select placed.id, $3, 2, 1, 1, 'Кружка', $5, $4, $6, 0 from placed
  ), sold as (insert into order_seller (seller_id, placed_at, order_id) select $5, placed_at, id from placed)
  insert into order_step (order_id, status, by, user_id) select id, 1, 'buyer', $2 from placed`);
const moveOrder = statement(`
  with moved as (
    update shop_order set status = 2, updated_at = clock_timestamp(), payment_id = $2 where id = $1 returning id
  )
  insert into order_step (order_id, status, by) select id, 2, 'payment' from moved`);
const productOf = statement<{ price: number; sellerId: string; accountId: string }>(`
  select p.price, p.user_id as "sellerId", a.id as "accountId" from product p join account a on a.person_id = p.user_id where p.id = $1`);

/** Small writes to the other tables, with `$1` for the number of their row. */
const touches = [
  `update creator set avatar = avatar where user_id = ${idIn.person('$1::int')}`,
  `update product set price = price where id = ${idIn.product('$1::int')}`,
  `update membership set lease = lease + 1 where id = ${idIn.membership('$1::int')}`,
  `update membership_charge set tries = tries where month = 1 and membership_id = ${idIn.membership('$1::int')}`,
  `update session set last_used_at = now() where id = ${idIn.session('$1::int')}`,
  `update access_token set last_used_at = now() where person_id = ${idIn.person('$1::int')}`,
  `update notice_receiver set next_at = now() where person_id = ${idIn.person('$1::int')}`,
  `update profile_field set value = value where user_id = ${idIn.person('$1::int')}`,
  `insert into audit (actor_id, call, subject, input) values (${idIn.person('$1::int')}, 'PUT Creator/Profile', null, '{}')`,
  `insert into phone_code (phone, purpose, asked_by, code_hash, expires_at) values ($1::int, 'phone', $1::int, '', now())
   on conflict (phone, purpose, asked_by) do update set tries = 0`,
].map((text) => statement(text));

/** What lists show; `$1` is a project. */
const lists = [
  `select id, amount from donation where number is not null and refunded_at is null and $1::uuid is not null order by paid_at desc limit 20`,
  `select id, message, thanked_at from donation where project_id = $1 and number is not null order by number desc limit 20`,
  `select name, amount from donor_total where project_id = $1 and count > 0 order by amount desc limit 10`,
  `select id, number, total from shop_order where status = 2 and $1::uuid is not null order by placed_at desc, id desc limit 20`,
  `select m.state, l.name from membership m left join membership_level l on l.id = m.level_id where m.project_id = $1 limit 20`,
  `select status, amount from payment where status = 'Paid' and $1::uuid is not null order by created_at desc, id desc limit 20`,
].map((text) => statement(text));

const report = statement('select from donation, payment, creator, membership, shop_order limit 1');

const provider = '00000000-0000-7000-8000-000000000001';
const platform = '00000000-0000-7000-8000-000000000002';

type Calls = Pick<Database, 'run' | 'transaction'>;
type Sides = readonly (readonly [account: string, amount: number])[];

function book(tx: Tx, kind: string, reference: string, sides: Sides) {
  return tx.run(post, [kind, reference, sides.map(([account]) => account), sides.map(([, amount]) => amount)]);
}

/** Gives, pays and, the seventh time, gives back. */
async function donate(db: Calls, creator: number, turn: number): Promise<void> {
  const id = randomUUID();
  const amount = 1_000_000 + turn * 100;
  const commission = amount / 20;
  const project = idOf.project(creator);
  const sides: Sides = [
    [provider, -amount],
    [idOf.account(creator), amount - commission],
    [platform, commission],
  ];
  await db.run(give, [id, project, `Зритель ${turn % 50}`, amount, commission]);
  await db.transaction(async (tx) => {
    await tx.run(lockTotal, [id]);
    await tx.run(movePayment, [id, 'Paid']);
    await tx.run(countPaid, [id]);
    await book(tx, 'donation', id, sides);
    await tx.run(alert, [id, project, amount]);
  });
  if (turn % 7 !== 0) return;
  await db.transaction(async (tx) => {
    await tx.run(lockTotal, [id]);
    await tx.run(movePayment, [id, 'Refunded']);
    await tx.run(countRefunded, [id]);
    const back = sides.map(([account, part]) => [account, -part] as const);
    await book(tx, 'donation-refund', id, back);
  });
}

/** Orders a piece and pays it. */
async function order(db: Calls, buyer: number, product: number): Promise<void> {
  const id = randomUUID();
  const [sold] = await db.run(productOf, [idOf.product(product)]);
  if (sold === undefined) throw new Error(`there is no product ${product}`);
  const { price, sellerId, accountId } = sold;
  const commission = Math.floor(price / 20);
  await db.run(place, [id, idOf.person(buyer), idOf.product(product), price, sellerId, commission]);
  await db.run(payOrder, [id, price]);
  await db.transaction(async (tx) => {
    const [payment] = await tx.run(movePayment, [id, 'Paid']);
    await tx.run(moveOrder, [id, payment?.id]);
    await book(tx, 'order', id, [
      [provider, -price],
      [accountId, price - commission],
      [platform, commission],
    ]);
  });
}

/** Reads and writes as processes of 0.1.0 do, until it is stopped. `underWay` names the migration that runs. */
export function serveAsFirstRelease(url: string, sizes: Sizes, underWay: () => string) {
  const db = openDatabase({ url, max: 16, applicationName: 'opora 0.1.0' });
  const made = { donations: 0, orders: 0, touches: 0, reads: 0 };
  const errors: string[] = [];
  const longest = { write: { ms: 0, at: '' }, read: { ms: 0, at: '' } };
  let isOver = false;
  /** Measures each statement and transaction by itself, as what a call waits for. */
  const timed = (kind: keyof typeof longest): Calls => {
    const measured = async <Result>(call: () => Promise<Result>): Promise<Result> => {
      const began = performance.now();
      const at = underWay();
      const result = await call();
      const ms = performance.now() - began;
      if (ms > longest[kind].ms) longest[kind] = { ms, at };
      return result;
    };
    return {
      run: (asked, values) => measured(() => db.run(asked, values)),
      transaction: (work, options) => measured(() => db.transaction(work, options)),
    };
  };
  const keepDoing = async (work: (turn: number) => Promise<unknown>, restMs = 20) => {
    for (let turn = 1; !isOver; turn += 1) {
      const at = underWay();
      await work(turn).catch((error: unknown) => errors.push(`${at}: ${String(error)}`));
      await pause(restMs);
    }
  };
  const some = (most: number) => 1 + Math.floor(Math.random() * most);
  const writes = timed('write');
  const reads = timed('read');
  const pick = <One>(all: readonly One[], turn: number) => all.slice(turn % all.length).slice(0, 1);
  const donor = async (turn: number) => {
    await donate(writes, some(sizes.creators), turn);
    made.donations += 1;
  };
  const buyer = async () => {
    await order(writes, some(sizes.people / 2), some(sizes.products / 2));
    made.orders += 1;
  };
  const toucher = async (turn: number) => {
    for (const touch of pick(touches, turn)) await writes.run(touch, [some(sizes.creators)]);
    made.touches += 1;
  };
  const reader = async (turn: number) => {
    for (const list of pick(lists, turn)) await reads.run(list, [idOf.project(some(sizes.creators))]);
    made.reads += 1;
  };
  // It is read for long: whatever must lock its tables alone has to give way.
  const reporter = () =>
    db.transaction(async (tx) => {
      await tx.run(report, []);
      await pause(1_200);
    });
  const people = [donor, donor, buyer, buyer, toucher, toucher, reader, reader];
  const running = Promise.all([...people.map((work) => keepDoing(work)), keepDoing(reporter, 2_500)]);
  return {
    async stop() {
      isOver = true;
      await running;
      await db.close();
      return { ...made, errors, longest };
    },
  };
}

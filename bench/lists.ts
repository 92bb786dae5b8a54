import { get } from 'node:http';
import { openDatabase } from '#base/db.server.ts';
import { signIn } from '#test/sign-in.ts';
import { jwtSecret } from './shop.ts';
import { type Figure, median } from './table.ts';
import type { World } from './world.ts';

const counts = { small: 1_000, large: 100_000 };
const asked = 40;

const personId = `('00000000-0000-7000-c000-' || lpad(n::text, 12, '0'))::uuid`;
const orderId = `('00000000-0000-7000-d000-' || lpad(n::text, 12, '0'))::uuid`;

/** Everybody from $1 to $2 with a page, and one order of each. */
const crowd = [
  `insert into person (id, phone) select ${personId}, '9987' || lpad(n::text, 8, '0') from generate_series($1::int, $2::int) n`,
  `insert into creator (user_id, user_name, given_name, sur_name, types, created_at)
   select ${personId}, 'crowd' || n, 'Имя' || md5(n::text), 'Фамилия' || n, array[n % 13]::smallint[], now() - n * interval '1 minute'
   from generate_series($1::int, $2::int) n`,
  `insert into project (user_id, account_id) select ${personId}, (select id from account where kind = 'platform' limit 1)
   from generate_series($1::int, $2::int) n`,
  `insert into shop_order (id, user_id, status, number, address, recipient_name, recipient_phone, total, placed_at, pay_until, item_names)
   select ${orderId}, ${personId}, case when n % 50 = 0 then 2 else 6 end, order_number(), 'Ташкент', 'Получатель ' || n,
     '99890' || lpad(n::text, 7, '0'), 100, now() - n * interval '1 minute', now() + interval '1 day', 'Худи'
   from generate_series($1::int, $2::int) n`,
  `insert into order_line (order_id, product_id, quantity, name, category_name, description, seller_id, seller_user_name,
     seller_name, price, commission)
   select ${orderId}, p.id, 1, 'Худи', '', '', p.user_id, 'seller', 'Seller', 100, 5
   from generate_series($1::int, $2::int) n, (select id, user_id from product order by id limit 1) p`,
  `insert into order_seller (seller_id, placed_at, order_id)
   select l.seller_id, o.placed_at, o.id from generate_series($1::int, $2::int) n
   join shop_order o on o.id = ${orderId} join order_line l on l.order_id = o.id`,
];

/** Each request of a page or a search of its own. */
const questions = {
  'Moderator/GetUsersList': (at: number) => `Skip=${at * 10}&Take=10`,
  'Moderator/GetUsersList, search': (at: number) => `Search=crowd${at + 100}&Take=10`,
  'Moderator/GetProductsList': (at: number) => `Skip=${at * 9}&Take=9`,
  'Order/Orders': (at: number) => `Skip=${at * 12}&Take=12`,
  'Order/Orders, status': (at: number) => `Status=2&Skip=${at % 2}&Take=${1 + (at % 12)}`,
} as const;

function timeOf(url: string, token: string): Promise<number> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    get(url, { headers: { authorization: `Bearer ${token}` } }, (response) => {
      response.resume().on('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - began);
        else reject(new Error(`${url} answers ${response.statusCode}`));
      });
    }).on('error', reject);
  });
}

async function mediansOf(app: string, token: string): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const [what, queryOf] of Object.entries(questions)) {
    const times: number[] = [];
    for (let at = 0; at < asked; at += 1) {
      times.push(await timeOf(`${app}/api/${what.split(',')[0]}?${queryOf(at)}`, token));
    }
    found.set(what, median(times));
  }
  return found;
}

/** How the lists of the staff grow from 1,000 people, products and orders to 100,000 of each. */
export async function measureLists(app: string, world: World): Promise<Figure[]> {
  const db = openDatabase({ url: world.databaseUrl, max: 2 });
  const { token } = await signIn(db, jwtSecret, { role: 'moderator' });
  await db.close();
  const grow = async (from: number, to: number) => {
    await world.addProducts(to - from);
    for (const text of crowd) await world.query(text, [from + 1, to]);
    await world.query('vacuum analyze');
  };
  await grow(0, counts.small);
  await mediansOf(app, token);
  const small = await mediansOf(app, token);
  await grow(counts.small, counts.large);
  await mediansOf(app, token);
  const large = await mediansOf(app, token);
  return [...small].map(([what, before]) => {
    const after = large.get(what) ?? Number.NaN;
    return {
      ...{ what: `${what}, 100,000 of each / 1,000, p50`, value: after / before, unit: 'ratio' as const },
      goal: { is: 'at most' as const, value: 1.5, margin: 0.2 },
      note: `${after.toFixed(2)} ms against ${before.toFixed(2)} ms, one after the other`,
    };
  });
}

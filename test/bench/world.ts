import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '#base/db/embedded-postgres.server.ts';
import { migrate } from '#base/db/migrations.server.ts';
import { packageFolder } from '#test/bench/support/processes.ts';

/** How many creators the world has; `bench1`, `bench2`, … */
export const creatorCount = 200;

/** A database of the measurements' own, as durable as the product's, full of creators. */
export interface World {
  readonly databaseUrl: string;
  readonly dataDir: string;
  query(text: string, values?: readonly unknown[]): Promise<void>;
  /** Gives a creator so many paid donations more, from 500 donors, with the totals that go with them. */
  addDonations(creator: number, count: number): Promise<void>;
  /** Brings products until there are so many, in 20 categories and two colours each, of all creators. */
  haveProducts(count: number): Promise<void>;
  stop(): Promise<void>;
}

export const userNameOf = (creator: number) => `bench${creator}`;
export const widgetKeyOf = (creator: number) => `key-of-bench-${creator}`;
/** A product, from 1. */
export const productIdOf = (product: number) => `00000000-0000-7000-8000-${String(product).padStart(12, '0')}`;
export const userIdOf = (creator: number) => `00000000-0000-7000-a000-${String(creator).padStart(12, '0')}`;
export const projectIdOf = (creator: number) => `00000000-0000-7000-9000-${String(creator).padStart(12, '0')}`;

const idOf = (place: string) => `('00000000-0000-7000-${place}-' || lpad(n::text, 12, '0'))::uuid`;

const people = [
  `insert into person (id, phone) select ${idOf('a000')}, '9989' || lpad(n::text, 8, '0') from generate_series(1, $1::int) n`,
  `insert into account (id, person_id, kind, name)
   select ${idOf('b000')}, ${idOf('a000')}, 'creator', 'Основной счёт' from generate_series(1, $1::int) n`,
  `insert into creator (user_id, user_name, given_name, sur_name, types, about, tg_link, youtube_link, is_verified, created_at)
   select ${idOf('a000')}, 'bench' || n, 'Дилноза', 'Каримова ' || n, array[n % 12, 13]::smallint[],
     'Стримы по вечерам, рисую и отвечаю на вопросы. Номер ' || n, 'https://t.me/bench' || n,
     'https://youtube.com/@bench' || n, n % 3 = 0, now() - n * interval '1 hour'
   from generate_series(1, $1::int) n`,
  `insert into project (id, user_id, account_id) select ${idOf('9000')}, ${idOf('a000')}, ${idOf('b000')}
   from generate_series(1, $1::int) n`,
  `insert into widget_settings (project_id, key_hash, key_sealed)
   select ${idOf('9000')}, sha256(convert_to('key-of-bench-' || n, 'UTF8')), '\\x00' from generate_series(1, $1::int) n`,
];

const shelves = [
  `insert into category (name, place) select 'Категория ' || n, n from generate_series(1, 20) n on conflict do nothing`,
  `insert into image (name, type, width, height, has_alpha, placeholder)
   select lpad(n::text, 22, '0'), 'Product', 800, 800, false, 'data:image/webp;base64,' || repeat('A', 200)
   from generate_series(1, 40) n on conflict do nothing`,
];

const products = [
  `insert into product (id, name, price, description, category_id, user_id, size_ids, color_ids, created_at)
   select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid,
     (array['Футболка', 'Худи', 'Кружка', 'Постер'])[n % 4 + 1] || ' номер ' || n,
     1000000 + n::bigint * 7919 % 90000000, repeat('Плотный хлопок, печать не боится стирки. ', 6),
     (select min(id) from category) + n % 20, ('00000000-0000-7000-a000-' || lpad((n % 200 + 1)::text, 12, '0'))::uuid,
     '{2,3,4}', '{1,4}', now() - n * interval '1 second'
   from (
     select known.last + s as n
     from (select count(*)::int as last from product) known, generate_series(1, $1::int) s
   ) made`,
  `insert into product_image (product_id, place, image, color_id)
   select p.id, place, lpad((1 + (hashtext(p.id::text) & 31) + place)::text, 22, '0'), case place when 1 then 1 else 4 end
   from product p, generate_series(1, 2) place
   where p.id > coalesce(
     (select product_id from product_image order by product_id desc limit 1), '00000000-0000-0000-0000-000000000000')
     and $1::int > 0`,
];

const donations = [
  `insert into donation
     (id, project_id, donor_key, name, message, is_anonymous, amount, commission, number, created_at, paid_at)
   select uuid_v7(), $1, case when n % 10 = 0 then 'anonymous' else 'name:даритель ' || n % 500 end,
     case when n % 10 <> 0 then 'Даритель ' || n % 500 end, case when n % 3 = 0 then 'Спасибо за эфир номер ' || n end,
     n % 10 = 0, 500000 + n % 900 * 1000, 25000, n, moment, moment
   from (
     select known.last + s as n, now() - interval '365 days' + (known.last + s) * interval '20 seconds' as moment
     from (select coalesce(max(last_number), 0) as last from project_total where project_id = $1) known,
       generate_series(1, $2::int) s
   ) made`,
  `insert into project_total (project_id, last_number, paid_count, paid_sum)
   select $1, max(number), count(*), sum(amount) from donation where project_id = $1 and number is not null
   on conflict (project_id) do update
   set last_number = excluded.last_number, paid_count = excluded.paid_count, paid_sum = excluded.paid_sum`,
  `insert into donor_total (project_id, donor_key, name, amount, count)
   select $1, donor_key, max(name), sum(amount), count(*) from donation
   where project_id = $1 and number is not null group by donor_key
   on conflict (project_id, donor_key) do update set amount = excluded.amount, count = excluded.count`,
];

/** Makes the world in a temporary folder; `stop` removes it. */
export async function makeWorld(log: (message: string) => void): Promise<World> {
  const dataDir = await mkdtemp(join(tmpdir(), 'opora-bench-'));
  // PostgreSQL's user has to pass through it where root measures.
  await chmod(dataDir, 0o711);
  const server = await startEmbeddedPostgres({ dataDir, log });
  await migrate({ url: server.url, folder: join(packageFolder, 'migrations') });
  const client = new Client({ connectionString: server.url, application_name: 'opora bench' });
  await client.connect();
  const query = async (text: string, values: readonly unknown[] = []) => {
    await client.query(text, [...values]);
  };
  const addDonations = async (creator: number, count: number) => {
    const [insert = '', ...totals] = donations;
    await query(insert, [projectIdOf(creator), count]);
    for (const total of totals) await query(total, [projectIdOf(creator)]);
    await query('vacuum analyze donation, donor_total, project_total');
  };
  let made = 0;
  const addProducts = async (count: number) => {
    made += count;
    for (const text of shelves) await query(text);
    for (const text of products) await query(text, [count]);
    await query('vacuum analyze product, product_image, product_count');
  };
  for (const text of people) await query(text, [creatorCount]);
  await query('vacuum analyze');
  return {
    databaseUrl: server.url,
    dataDir,
    query,
    addDonations,
    haveProducts: async (count) => {
      if (made < count) await addProducts(count - made);
    },
    async stop() {
      await client.end();
      await server.stop();
      await rm(server.folder, { recursive: true, force: true });
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

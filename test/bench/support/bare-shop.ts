import type { IncomingMessage } from 'node:http';
import { Pool } from 'pg';
import { envelope, serve } from './bare-server.ts';

/**
 * A separate process: the statements of a line that is put into a basket, prepared, behind nothing but `node:http` and `pg`, with nothing
 * checked, parsed or cached.
 */
const productColumns = `
  p.id, p.name, p.price, p.description, p.category_id as "categoryId", k.name as "categoryName", p.user_id as "userId",
  p.size_id as "sizeId", p.color_id as "colorId", p.is_active as "isActive", p.is_top as "isTop", p.stock,
  (select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by s.place), '[]')
    from product_size s where s.id = any (p.size_ids)) as sizes,
  (select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'hex', c.hex) order by c.place), '[]')
    from product_color c where c.id = any (p.color_ids)) as colors,
  (select coalesce(json_agg(json_build_object('imgUrl', i.image, 'colorId', i.color_id, 'order', i.place) order by i.place), '[]')
    from product_image i where i.product_id = p.id) as images`;

const sellers = `select c.*, p.id as "projectId", p.account_id from creator c join project p on p.user_id = c.user_id where c.user_id = any($1::uuid[])`;
const add = `
  with basket as (
    insert into shop_order (user_id) values ($1)
    on conflict (user_id) where status = 0 do update set updated_at = clock_timestamp() returning id
  )
  insert into order_line as line (order_id, product_id, size_id, color_id, quantity)
  select basket.id, $2, 2, 1, 1 from basket
  on conflict (order_id, product_id, size_id, color_id) do update set quantity = least(99, line.quantity + 1)`;
const basket = `
  select o.id, o.address, o.pickup_point_id, o.created_at, o.updated_at, coalesce((
    select json_agg(json_build_object('lineId', l.id, 'productId', l.product_id, 'quantity', l.quantity) order by l.id)
    from order_line l where l.order_id = o.id), '[]'::json) as lines
  from shop_order o where o.user_id = $1 and o.status = 0`;
const quotes = `select ${productColumns} from product p join category k on k.id = p.category_id
  where p.id = any (select product_id from order_line where order_id = $1)`;

interface Row {
  readonly id: string;
  readonly userId: string;
}

const pool = new Pool({ connectionString: process.argv[2], max: 20 });
async function write(body: string): Promise<unknown> {
  const { userId, productId }: Record<string, string> = JSON.parse(body);
  const client = await pool.connect();
  try {
    const run = async (name: string, text: string, values: readonly unknown[]) =>
      (await client.query<Row>({ name, text, values: [...values] })).rows;
    await client.query('begin');
    await run('add', add, [userId, productId]);
    const [row] = await run('basket', basket, [userId]);
    const lines = await run('quotes', quotes, [row?.id]);
    await run('sellers', sellers, [lines.map((line) => line.userId)]);
    await client.query('commit');
    return { ...row, lines };
  } finally {
    client.release();
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += part;
  return text;
}

await serve(envelope(async (request) => write(await bodyOf(request))));

import { posted } from './donation-rows.ts';
import { idIn, imageIn } from './ids.ts';
import { fixed, type Sizes } from './sizes.ts';
import { donorReturns, fieldPeople, hours, lists, monthlyHours, projectDays, projectHours } from './tallies.ts';

const what = `(array['Футболка','Худи','Кружка','Постер','Шоппер','Стикеры','Кепка','Блокнот','Значок','Чехол'])`;
const how = `(array['белая','с вышивкой','с автографом','зимняя','праздничная','с орнаментом','для стрима','детская'])`;

/** Products of 20 categories, each with two pictures, most of them of few sellers. */
export function productRows({ products, sellers }: Sizes): string[] {
  const all = `generate_series(1, ${products}) n`;
  return [
    `insert into category (name, place) select 'Категория ' || n, n from generate_series(1, ${fixed.categories}) n`,
    `insert into image (name, type, width, height, has_alpha, placeholder)
     select ${imageIn('P', 'n')}, 'Product', 800, 800, false, 'data:image/webp;base64,' || repeat('A', 200) from ${all}`,
    `insert into product (id, name, price, description, category_id, user_id, size_ids, color_ids, is_active, is_top, stock, created_at,
       deleted_at)
     select ${idIn.product('n')}, ${what}[n % 10 + 1] || ' ' || ${how}[n / 10 % 8 + 1] || ' ' || n,
       1000000 + n * 7919::bigint % 9000 * 10000, repeat('Плотный хлопок, печать не боится стирки. ', 6),
       (select min(id) from category) + n % ${fixed.categories},
       (select ${idIn.person('s')} from (select case when random() < 0.02 then 1 else 1 + floor(power(random(), 2) * ${sellers})::int end as s
         where n > 0) drawn), '{2,3,4}', '{1,4}', n % 20 <> 0, n % 100 = 1, case when n % 2 = 0 then 1000 end,
       now() - (${products} - n) * interval '${fixed.days} days' / ${products}, case when n % 50 = 0 then now() - interval '1 day' end
     from ${all}`,
    `insert into product_image (product_id, place, image, color_id)
     select ${idIn.product('n')}, place, ${imageIn('P', `case place when 1 then n else n % ${fixed.pictures} + 1 end`)},
       case place when 1 then 1 else 4 end
     from ${all}, generate_series(1, 2) place`,
    `insert into pickup_point (country, region_id, region_name, name, address, latitude, longitude)
     select 'uz', r.id, r.name, 'Пункт ' || n, 'улица Навои, ' || n, 41.3, 69.2
     from generate_series(1, ${fixed.points}) n join region r on r.country = 'uz' and r.id = n % 14 + 1`,
  ];
}

const provider = `'00000000-0000-7000-8000-000000000001'::uuid`;

/**
 * Orders over two years, one to three lines each, one of 100 of the same buyer. Those of the last days are on their way, of the older
 * ones 88 of 100 were completed, 8 cancelled, 4 given back.
 */
export function orderRows({ orders, people, products }: Sizes): string[] {
  return [
    `create temp table s as
     select n, case when random() < 0.01 then 3 else 1 + floor(power(random(), 2) * ${people})::int end as buyer,
       1 + floor(power(random(), 2) * ${products - 3})::int as first, 1 + n % 3 as lines, placed_at,
       case when n > ${orders} * 0.999 then 1 when n > ${orders} * 0.97 then 2 + n % 4 when n % 12 = 0 then 7 when n % 25 = 1 then 8 else 6 end
         as status
     from (select n, now() - interval '15 minutes' - (${orders} - n) * interval '${fixed.days} days' / ${orders} as placed_at
       from generate_series(1, ${orders}) n) made`,
    `create temp table l as
     select s.n, s.placed_at, s.status, k, p.id as product_id, p.name, p.price, 1 + (s.n + k) % 2 as quantity, p.user_id as seller_id,
       c.user_name, kind.name as category, i.image,
       ('018f0000-0000-7000-a002' || substr(p.user_id::text, 24))::uuid as account_id
     from s cross join generate_series(1, 3) k join product p on p.id = ${idIn.product('s.first + k')}
     join creator c on c.user_id = p.user_id join category kind on kind.id = p.category_id
     join product_image i on i.product_id = p.id and i.place = 1
     where k <= s.lines`,
    `create temp table t as
     select n, sum(price * quantity)::bigint as total, string_agg(name, ' ' order by k) as names from l group by n`,
    `insert into shop_order (id, user_id, status, number, address, pickup_point_id, pickup, recipient_name, recipient_phone, total,
       payment_id, created_at, updated_at, placed_at, pay_until, item_names)
     select ${idIn.order('n')}, ${idIn.person('buyer')}, status, order_number(),
       case when n % 2 = 0 then 'Ташкент, улица Навои, дом ' || n % 900 end, case when n % 2 = 1 then point.id end,
       case when n % 2 = 1 then jsonb_build_object('id', point.id, 'name', point.name, 'address', point.address, 'regionId', point.region_id,
         'regionName', point.region_name, 'latitude', point.latitude, 'longitude', point.longitude,
         'phone', null, 'workingHours', null, 'comment', null) end,
       'Получатель ' || buyer, '99890' || lpad((buyer % 10000000)::text, 7, '0'), total,
       case when status in (2, 3, 4, 5, 6, 8) then ${idIn.orderPayment('n')} end, placed_at, placed_at, placed_at,
       placed_at + interval '24 hours', names
     from s join t using (n) left join (select row_number() over (order by id) as place, * from pickup_point) point
       on point.place = s.n / 2 % ${fixed.points} + 1
     order by n`,
    `insert into order_line (order_id, product_id, size_id, color_id, quantity, name, image, category_name, description, seller_id,
       seller_user_name, seller_name, size_name, color_name, price, commission)
     select ${idIn.order('n')}, product_id, 2, 1, quantity, name, image, category, 'Плотный хлопок, печать не боится стирки.', seller_id,
       user_name, user_name, 'S', 'Белый', price, price * quantity / 20
     from l order by n, k`,
    `insert into order_seller (seller_id, placed_at, order_id) select distinct seller_id, placed_at, ${idIn.order('n')} from l`,
    `insert into order_step (order_id, status, at, by, user_id)
     select ${idIn.order('n')}, step, placed_at + step * interval '3 minutes',
       case when step = 1 then 'buyer' when step = 2 then 'payment' when step = 7 then 'clock' else 'staff' end,
       case when step = 1 then ${idIn.person('buyer')} end
     from s, generate_series(1, 8) step
     where step = 1 or step = status or (step between 2 and 4 and step < status and status <> 7)
       or (step = 5 and status = 6 and n % 2 = 1)
     order by n, step`,
    `insert into order_count (status, total) select status, count(*) from s group by status`,
    `insert into payment (id, kind, reference, provider_id, amount, currency, status, expires_at, asked_at, paid_at, created_at)
     select ${idIn.orderPayment('n')}, 'order', ${idIn.order('n')}, 'bench-order-' || n, total, 'UZS',
       case status when 7 then 'Expired' when 8 then 'Refunded' else 'Paid' end, placed_at + interval '15 minutes', placed_at,
       case when status <> 7 then placed_at + interval '3 minutes' end, placed_at
     from s join t using (n) where status > 1 order by n`,
    ...orderPostings('order', '8006', '2, 3, 4, 5, 6, 8', 1),
    ...orderPostings('order-refund', '8007', '8', -1),
  ];
}

function orderPostings(kind: string, mark: string, statuses: string, sign: 1 | -1): string[] {
  const at = sign === 1 ? `placed_at + interval '6 minutes'` : `placed_at + interval '24 minutes'`;
  const platform = `'00000000-0000-7000-8000-000000000002'::uuid`;
  const [postings = '', entries = ''] = posted(
    ...([kind, mark, `l where status in (${statuses})`, idIn.order('n'), at] as const),
    [
      [provider, `-price * quantity * ${sign}`],
      ['account_id', `(price * quantity - price * quantity / 20) * ${sign}`],
      [platform, `price * quantity / 20 * ${sign}`],
    ],
  );
  // One posting for all lines of an order.
  return [postings.replace('select ', 'select distinct '), entries];
}

/** Open baskets, one of each of the last people. */
export function basketRows({ baskets, people, products }: Sizes): string[] {
  return [
    `insert into shop_order (id, user_id, status)
     select ${idIn.basket('n')}, ${idIn.person(`(${people - fixed.moderators} - n)`)}, 0
     from generate_series(1, ${Math.min(baskets, people - fixed.moderators - 1)}) n`,
    `insert into order_line (order_id, product_id, size_id, color_id, quantity)
     select ${idIn.basket('n')}, ${idIn.product(`(1 + n * 7919::bigint % ${products})`)}, 2, 1, 1
     from generate_series(1, ${Math.min(baskets, people - fixed.moderators - 1)}) n`,
  ];
}

/** Counters that the triggers of single rows would have written. */
export function countRows(): string[] {
  return [
    `insert into payment_count (kind, state, total)
     select kind, payment_end(status), count(*) from payment where payment_end(status) is not null group by 1, 2`,
    `insert into audit_count (call, total) select call, count(*) from audit group by call`,
    `insert into project_hour (project_id, hour, count, amount, named) ${projectHours} order by 1, 2`,
    `insert into project_hour_monthly (project_id, hour, count, amount) ${monthlyHours} order by 1, 2`,
    `insert into donor_return (project_id, number, paid_at, previous_at) ${donorReturns} order by 1, 2`,
    `insert into project_day (project_id, day, count, amount, named, monthly_count, monthly_amount, returns, again) ${projectDays} order by 1, 2`,
    `insert into field_person (state, user_id) ${fieldPeople} order by 1, 2`,
    `insert into list_count (list, total) ${lists}`,
    `insert into hour_tally (kind, hour, count, amount) ${hours}`,
    `insert into hour_tally (kind, hour, count, amount) select kind, '-infinity', sum(count), sum(amount) from hour_tally group by kind`,
  ];
}

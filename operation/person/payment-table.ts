import sql from 'sql-template-tag';
import type { PersonalTable } from './personal-table.ts';

/**
 * What was paid for things that a creator sells, or given to the creator. Of an order that several sell, products stand first and in the order of
 * their rows: the lines of others keep their numbers.
 */
export const paymentTable: PersonalTable = {
  holds: 'the tax number as it was when each line was paid; the present one stands in `creator`',
  own: null,
  erase: ({ userId, projectId }) => [
    sql`update payment p set lines = (
        select jsonb_agg(line || '{"agent": null}' order by place)
        from jsonb_array_elements(p.lines) with ordinality as paid (line, place))
      where p.kind = 'donation' and p.lines is not null
        and p.reference in (select id from donation where project_id = ${projectId})`,
    sql`update payment p set lines = (
        select jsonb_agg(case when own.place is not null or line ->> 'kind' = 'donation' and exists (
            select from shop_order o join donation d on d.id = o.donation_id
            where o.id = p.reference and d.project_id = ${projectId})
          then line || '{"agent": null}' else line end order by paid.place)
        from jsonb_array_elements(p.lines) with ordinality as paid (line, place)
        left join (
          select place from (
            select seller_id, row_number() over (order by id) as place from order_line where order_id = p.reference) as sold
          where seller_id = ${userId}
        ) as own on own.place = paid.place and line ->> 'kind' = 'product')
      where p.kind = 'order' and p.lines is not null and p.reference in (
        select order_id from order_line where seller_id = ${userId}
        union select o.id from shop_order o join donation d on d.id = o.donation_id where d.project_id = ${projectId})`,
  ],
  stays: 'ids, sums and what was sold, as in `order_line`; whose they are says the donation or the order',
};

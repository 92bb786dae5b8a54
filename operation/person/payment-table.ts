import sql from 'sql-template-tag';
import type { PersonalTable } from './personal-table.ts';

/**
 * What was paid for things that a creator sells, or given to the creator. Of an order that several sell, a line is the person's by its
 * number, else by its place, since it may say an earlier number: products stand first and in the order of their rows. The lines of others keep theirs.
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
        select jsonb_agg(case when own.is_own then line || '{"agent": null}' else line end order by paid.place)
        from jsonb_array_elements(p.lines) with ordinality as paid (line, place)
        left join (
          select l.seller_id, c.tax_number, row_number() over (order by l.id) as place
          from order_line l join creator c on c.user_id = l.seller_id where l.order_id = p.reference
        ) as sold on sold.place = paid.place and line ->> 'kind' = 'product'
        cross join lateral (select case
          when line ->> 'kind' = 'donation' then exists (
            select from shop_order o join donation d on d.id = o.donation_id
            where o.id = p.reference and d.project_id = ${projectId})
          when line ->> 'agent' = (select tax_number from creator where user_id = ${userId})
            then sold.seller_id = ${userId} or line ->> 'agent' is distinct from sold.tax_number
          else sold.seller_id = ${userId} and not exists (
            select from order_line l join creator c on c.user_id = l.seller_id
            where l.order_id = p.reference and l.seller_id <> ${userId} and c.tax_number = line ->> 'agent')
          end as is_own) as own)
      where p.kind = 'order' and p.lines is not null and p.reference in (
        select order_id from order_line where seller_id = ${userId}
        union select o.id from shop_order o join donation d on d.id = o.donation_id where d.project_id = ${projectId})`,
  ],
  stays: 'ids, sums and what was sold, as in `order_line`; whose they are says the donation or the order',
};

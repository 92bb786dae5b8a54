import { hourTally, monthTally } from '#base/db/hour-tally.server.ts';

export const wrongMonths = `
  select kind, month from (select kind, month, sum(count) as count from ${monthTally} tally group by 1, 2) m full join (
    select kind, date_trunc('month', hour, 'UTC') as month, sum(count) as count from ${hourTally} tally group by 1, 2
  ) h using (kind, month)
  where coalesce(m.count, 0) <> coalesce(h.count, 0)`;

/** Calls whose number of lines in the audit trail differs from their lines. */
export const wrongCalls = `
  select call from (select call, sum(total) as total from audit_count group by 1) c full join (
    select call, count(*) as total from audit group by 1
  ) a using (call)
  where coalesce(c.total, 0) <> coalesce(a.total, 0)`;

export const wrongAccountMonths = `
  select account_id, month from account_month m full join (
    select e.account_id, uuid_month(e.posting_id) as month, count(*) as entries, sum(e.amount) as amount
    from entry e join account a on a.id = e.account_id where a.kind = 'creator' group by 1, 2
  ) e using (account_id, month)
  where (m.entries, m.amount) is distinct from (e.entries, e.amount)`;

const orderText = 'id, user_id, placed_at, pickup_point_id, status, search_text';
const productText = 'id, user_id, price, created_at, category_id, is_active, is_listed, is_top, search_text';

/** Rows of the tables of searches that differ from their orders and products. */
export const wrongTexts = `
  (select ${orderText} from order_text except select ${orderText} from shop_order where status > 0)
  union all (select ${orderText} from shop_order where status > 0 except select ${orderText} from order_text)`;
export const wrongProductTexts = `
  (select ${productText} from product_text except select ${productText} from product where deleted_at is null)
  union all (select ${productText} from product where deleted_at is null except select ${productText} from product_text)`;

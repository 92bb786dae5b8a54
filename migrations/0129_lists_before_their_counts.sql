-- The lists as they were before their changes were counted: all rows, less the changes that the same statement sees. So writers go on meanwhile,
-- and the sum is right whatever they commit.
insert into list_count (list, total)
  select list, sum(part) from (
    select lists_of_creator(has_products, is_blocked, is_verified, types) as list, 1 as part from creator
    union all select 'people with fields ' || state, 1 from field_person
    union all select 'payouts ' || state, 1 from payout
    union all select list, -total from list_count where list not like '% changes'
  ) counted group by list having sum(part) <> 0;

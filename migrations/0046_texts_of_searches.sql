-- The triggers of 0045 write what is newer: a row that is there already is newer. Only changes of older orders and products wait meanwhile.
insert into order_text (id, user_id, placed_at, pickup_point_id, status, search_text)
  select id, user_id, placed_at, pickup_point_id, status, search_text from shop_order where status > 0 order by id
  on conflict (id) do nothing;
insert into product_text (id, user_id, price, created_at, category_id, is_active, is_listed, is_top, search_text)
  select id, user_id, price, created_at, category_id, is_active, is_listed, is_top, search_text
  from product where deleted_at is null order by id
  on conflict (id) do nothing;
drop index order_search;
drop index product_search;

-- A buyer's search for an order by its number reads this index alone.
create index order_user_and_number on shop_order (user_id, placed_at desc, id desc) include (number) where status > 0;
drop index order_user;
alter index order_user_and_number rename to order_user;

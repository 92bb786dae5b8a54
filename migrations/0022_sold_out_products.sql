-- Whether all pieces are sold. The index below uses this column because an index on `stock` would add an entry to every index at each sale.
alter table product add column is_sold_out boolean not null default false;

create function product_sold_out() returns trigger language plpgsql as $$
begin
  new.is_sold_out := new.stock is not distinct from 0;
  return new;
end $$;
create trigger product_sold_out before insert or update of stock on product
  for each row execute function product_sold_out();

update product set is_sold_out = true where stock = 0;
create index product_buyable_category on product (category_id, is_top desc, created_at desc, id desc)
  where is_listed and not is_sold_out;

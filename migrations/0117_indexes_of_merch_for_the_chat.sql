-- outside a transaction
create unique index concurrently if not exists gifted_months_kind_key on gifted_months (id, kind);
create index concurrently if not exists gifted_months_held on gifted_months (held_until) where held_until is not null;
create index concurrently if not exists gifted_months_holder on gifted_months (person_id) where held_until is not null;
create index concurrently if not exists gifted_months_product on gifted_months (product_id) where product_id is not null;
create unique index concurrently if not exists gifted_place_person on gifted_place (person_id, gift_id) where person_id is not null;
create unique index concurrently if not exists gifted_place_order on gifted_place (order_id) where order_id is not null;
create index concurrently if not exists gifted_place_open on gifted_place (choose_until)
  where choose_until is not null and order_id is null and lapsed_at is null and withdrawn_at is null;
create index concurrently if not exists gifted_place_unreminded on gifted_place (choose_until)
  where choose_until is not null and reminded_at is null and order_id is null and lapsed_at is null and withdrawn_at is null;

-- A server of the release before this one knows no kinds: a month that it would give for a gift of pieces is refused by the key, and all of it undone.
alter table gifted_place
  add constraint gifted_place_of_kind foreign key (gift_id, kind) references gifted_months (id, kind);

-- An order of a piece that somebody else has paid for by a donation: nothing is paid, and all of the price is taken off.
alter table order_line
  add column is_gifted boolean not null default false,
  drop constraint order_line_discount,
  add constraint order_line_discount check (
    discount >= 0 and (discount = 0 or discount <= (price - 1) * quantity or is_gifted and discount = price * quantity)) not valid;
alter table shop_order
  add column gift_id uuid references gifted_months,
  drop constraint shop_order_total_check,
  add constraint shop_order_total_check check (total > 0 or total = 0 and gift_id is not null) not valid;

-- The pieces that a donation gives to viewers, and the name of the product at that time; null: it gives none.
alter table donation add column gifted_pieces integer, add column gifted_product text;
alter table alert add column gifted_pieces integer, add column gifted_product text;

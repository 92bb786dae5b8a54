-- Pieces of merch that a donor gives to viewers: gifts of another kind (docs/rules.md#merch-for-the-chat). For them `months` counts pieces and `price` is
-- that of one piece.
alter table gifted_months
  add column kind text not null default 'Months' check (kind in ('Months', 'Pieces')),
  add column product_id uuid references product,
  -- What was paid with each piece for its delivery, minor units.
  add column delivery bigint check (delivery >= 0),
  -- How many pieces of the stock it holds for whoever gets them, or has got them and not ordered yet.
  add column stocked integer not null default 0 check (stocked >= 0 and stocked <= months),
  -- When pieces that are held without being owed are let go: nobody has paid in time, or the creator is gone. Null: there are none.
  add column held_until timestamptz,
  -- Pieces that were not in stock any more when they were paid; they count as withdrawn.
  add column short integer not null default 0 check (short >= 0 and short <= withdrawn),
  alter column level_id drop not null,
  add constraint gifted_months_kind check (
    (kind = 'Months') = (level_id is not null) and (kind = 'Pieces') = (product_id is not null)
    and (kind = 'Pieces') = (delivery is not null) and (kind = 'Months' or receiver = 'Chat')),
  drop constraint gifted_months_end_reason_check,
  add constraint gifted_months_end_reason_check check (end_reason in ('Taken', 'Lapsed', 'Refunded', 'CreatorGone', 'Short'));

-- Who gets pieces.
alter table gifted_place
  add column kind text not null default 'Months',
  -- Whoever got a piece; null: a month, or the person is deleted.
  add column person_id uuid references person,
  -- Until when the piece can be ordered; null: a month, or passed over.
  add column choose_until timestamptz,
  -- When it was noticed that the time is nearly over.
  add column reminded_at timestamptz,
  -- Chosen: the order of the piece.
  add column order_id uuid references shop_order,
  -- Not chosen in time.
  add column lapsed_at timestamptz,
  -- The money went back before it was chosen.
  add column withdrawn_at timestamptz,
  drop constraint gifted_place_check,
  add constraint gifted_place_check check (ticket is not null or membership_id is not null or choose_until is not null),
  add constraint gifted_place_piece check (
    (kind = 'Pieces' or person_id is null and choose_until is null)
    and (membership_id is null or kind = 'Months')
    and (choose_until is not null or order_id is null and lapsed_at is null and withdrawn_at is null)
    and num_nonnulls(order_id, lapsed_at, withdrawn_at) <= 1);

-- What delivery to one pickup point costs and how many days it takes, where that differs from its region's `delivery_rate`. A table of its own,
-- because servers of the release before replace the rows of `delivery_rate` by country, way and region. The rate goes with its point, which
-- those servers delete without a look at this table. Amounts are minor units.
create table pickup_point_rate (
  pickup_point_id integer primary key references pickup_point on delete cascade,
  price bigint not null check (price >= 0),
  -- From this sum of the items on it is free; null: never.
  free_from bigint check (free_from > 0),
  days_from smallint check (days_from between 0 and 365),
  days_to smallint check (days_to between days_from and 365),
  constraint pickup_point_rate_days check ((days_from is null) = (days_to is null))
);

-- What a payment pays for, line by line, as its tax receipt names it; null: it was opened by an earlier version.
alter table payment add column lines jsonb;

-- What the tax service calls a product: {code, packageCode, unit, vat}; null: as the site's products are called.
alter table product add column tax_item jsonb;

-- The same for all products without their own, for deliveries and for donations; no row: as the operator's configuration says.
create table tax_item_default (
  kind text primary key check (kind in ('product', 'delivery', 'donation')),
  item jsonb not null
);

-- For whom the operator sells as an agent: 9 digits of a company's number (TIN), or 14 of a person's (PINFL).
alter table creator add column tax_number text check (tax_number ~ '^([0-9]{9}|[0-9]{14})$');

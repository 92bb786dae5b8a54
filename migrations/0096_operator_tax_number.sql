-- What documents name the operator by, beside the company; empty: unknown.
alter table site_settings add column tax_number text not null default '' check (tax_number ~ '^(\d{9}|\d{14})?$');

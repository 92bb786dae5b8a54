-- Why all gifts are stopped, in words that people see; empty: our own words.
alter table donation_settings add column stop_reason text not null default '' check (length(stop_reason) <= 300);

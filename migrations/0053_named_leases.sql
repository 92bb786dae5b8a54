-- Whether the page that plays an alert names its lease: then a report without one is late and speaks of an earlier lease.
alter table alert add column names_lease boolean not null default false;

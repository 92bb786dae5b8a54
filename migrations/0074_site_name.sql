-- What the site is called, for those who check names against it.
create view site_name as select coalesce(nullif(name, ''), 'Opora') as name from site_settings;

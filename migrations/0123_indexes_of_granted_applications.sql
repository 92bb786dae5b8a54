-- outside a transaction
create index concurrently if not exists access_token_application on access_token (application_id, person_id) where application_id is not null;
create unique index concurrently if not exists access_token_refresh_family on access_token (refresh_family) where refresh_family is not null;

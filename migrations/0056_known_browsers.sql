-- The hash of the token that the browser of a login keeps: where its user has logged in before, strangers cannot use up the attempts.
alter table session add column browser_hash bytea;

-- The payment system of a payment, which alone is asked about it and refunds it. A process of the version before knows the gateway only
-- and inserts payments without naming it.
alter table payment add column system text not null default 'gateway';

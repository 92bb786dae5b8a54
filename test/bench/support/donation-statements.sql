-- What the product asks of the database for one donation: making it (ProjectPay/Create), then the provider's word that it is
-- paid (Payment/Callback). The same statements in the same order as app/donations, app/payments, app/ledger and
-- app/widgets run them; `npm run bench` runs this file by pgbench beside them.
\set creator random(1, 50)
\set donor random(1, 500)
\set provider random(1, 9000000000000000000)

select min_amount, max_amount, to_jsonb(presets), message_max_length, commission_percent::float8, stop_words, is_enabled
from donation_settings;

select c.user_id, c.user_name, c.given_name, c.sur_name, c.patronymic, c.hide_full_name, c.types, c.avatar, c.banner,
  c.about, c.ins_link, c.tg_link, c.fb_link, c.youtube_link, c.twitch_link, c.twitter_link, c.web_link, c.order_place,
  c.order_merchant, c.is_verified, c.is_blocked, c.has_products, c.created_at, p.id as project_id, p.account_id
from creator c join project p on p.user_id = c.user_id
where p.id = ('018f0000-0000-7000-a003-' || lpad(to_hex(:creator::bigint), 12, '0'))::uuid \gset

with owner_row as (
  insert into donation
    (id, project_id, donor_id, donor_key, name, message, is_anonymous, amount, commission, address)
  select uuid_v7(), project_id, donor_id, donor_key, name, message, is_anonymous, amount, commission, address
  from jsonb_to_record(jsonb_build_object('project_id', :project_id::uuid,
    'donor_id', null, 'donor_key', 'name' || chr(58) || 'даритель ' || (:donor::bigint)::text,
    'name', 'Даритель ' || (:donor::bigint)::text, 'message', 'Спасибо за эфир', 'is_anonymous', false,
    'amount', 5000000, 'commission', 250000, 'address', '127.0.0.1')) as donation (
    project_id uuid, donor_id uuid, donor_key text, name text, message text, is_anonymous boolean,
    amount bigint, commission bigint, address text)
  on conflict (id) do nothing
  returning id
)
insert into payment (kind, reference, system, provider_id, amount, currency, status, expires_at, next_check_at)
select 'donation', owner_row.id, 'gateway', 'pgbench-' || (:provider::bigint)::text, 5000000, 'UZS', 'Created',
  now() + interval '15 minutes', now() + interval '15 seconds'
from owner_row
on conflict (system, provider_id) do nothing
returning reference as donation \gset

begin;

update payment set
  status = 'Paid',
  problem = null,
  paid_at = clock_timestamp(),
  next_check_at = now() + interval '1 minute'
where provider_id = 'pgbench-' || (:provider::bigint)::text and reference::text = :donation::text and amount = 5000000
  and status = any ('{Created,AwaitingCode,Failed,Expired}'::text[]) and system = 'gateway'
returning id, kind, reference, provider_id, amount, currency, status, expires_at, next_check_at is not null;

with donation as (
  select project_id, donor_key, name, amount from donation where id = :donation::uuid and number is null
), counted as (
  insert into project_total as total (project_id, last_number, paid_count, paid_sum)
  select project_id, 1, 1, amount from donation
  on conflict (project_id) do update set
    last_number = total.last_number + 1,
    paid_count = total.paid_count + 1,
    paid_sum = total.paid_sum + excluded.paid_sum
  returning project_id, last_number
), donor as (
  insert into donor_total as total (project_id, donor_key, name, amount, count)
  select donation.project_id, donation.donor_key, case when donation.donor_key <> 'anonymous' then donation.name end, donation.amount, 1
  from donation join counted on counted.project_id = donation.project_id
  on conflict (project_id, donor_key) do update set
    name = excluded.name,
    amount = total.amount + excluded.amount,
    count = total.count + 1
)
update donation d set number = counted.last_number, paid_at = clock_timestamp(), address = null
from counted where d.id = :donation::uuid
returning d.id, d.project_id, d.name, d.message, d.is_anonymous, d.amount, d.commission, d.created_at, d.paid_at,
  d.refunded_at is not null, (select stop_words from donation_settings);

select c.user_id, c.user_name, c.given_name, c.sur_name, c.patronymic, c.hide_full_name, c.types, c.avatar, c.banner,
  c.about, c.ins_link, c.tg_link, c.fb_link, c.youtube_link, c.twitch_link, c.twitter_link, c.web_link, c.order_place,
  c.order_merchant, c.is_verified, c.is_blocked, c.has_products, c.created_at, p.id, p.account_id
from creator c join project p on p.user_id = c.user_id where p.id = :project_id::uuid;

with made as (
  insert into posting (kind, reference) values ('donation', :donation::uuid)
  on conflict (kind, reference) do nothing
  returning id
)
insert into entry (posting_id, account_id, amount)
select made.id, given.account_id, given.amount
from made, unnest(
  array['00000000-0000-7000-8000-000000000001'::uuid, :account_id::uuid, '00000000-0000-7000-8000-000000000002'::uuid],
  array[-5000000, 4750000, 250000]::bigint[]) as given (account_id, amount)
returning posting_id;

select alert, statistics, sticker from widget_settings where project_id = :project_id::uuid;

with queue as (
  insert into alert_queue (project_id, last_number) values (:project_id::uuid, 1)
  on conflict (project_id) do update set last_number = alert_queue.last_number + 1
  returning last_number
)
insert into alert (project_id, number, pay_id, name, amount, message, is_test, state, queued_at)
select :project_id::uuid, last_number, :donation::uuid, 'Даритель', 5000000, 'Спасибо за эфир', false, 'queued', now()
from queue
on conflict (pay_id) do nothing
returning id;

select count(*) as waiting from (
  select 1 from alert
  where project_id = :project_id::uuid and state = 'queued' and (digest_id is null or digest_id = id) limit 1000
) some_of_them \gset

with counter as (
  insert into event_counter as known (stream, last) values (:project_id::uuid, 1)
  on conflict (stream) do update set last = known.last + 1
  returning last
), logged as (
  insert into event_log (stream, number, kind, payload)
  select :project_id::uuid, last, 'donation', jsonb_build_object('waiting', :waiting::bigint) from counter
  returning number, json_build_object('stream', stream, 'number', number, 'kind', kind,
    'payload', case when octet_length(payload::text) < 7000 then payload end,
    'isWhole', octet_length(payload::text) < 7000)::text as message
), hinted as (
  insert into hint (channel, payload) select 'live_event', message from logged returning written::text as written
)
select number, message, written from logged, hinted;

insert into hint (channel, payload)
select 'dropped_tags', (jsonb_agg(tag) || '[1]'::jsonb)::text
from unnest(array['project' || chr(58) || (:project_id::uuid)::text, 'recentDonations']) with ordinality as given (tag, at)
group by (at - 1) / 100
returning written::text as written, channel, payload;

commit;

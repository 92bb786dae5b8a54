\set gift random(1, 9000000000000000)
\set donor random(1, 10000)
\set amount 500000 + random(0, 99999) * 100
\set commission (:amount * 500 + 5000) / 10000
\set net :amount - :commission
select min_amount as "minAmount", max_amount as "maxAmount", to_jsonb(presets) as presets,
  message_max_length as "messageMaxLength", commission_percent::float8 as "commissionPercent",
  stop_words as "stopWords", is_enabled as "isEnabled"
from donation_settings;
select c.user_id, c.user_name, c.given_name, c.sur_name, c.patronymic, c.hide_full_name, c.types, c.avatar, c.banner,
  c.about, c.ins_link, c.tg_link, c.fb_link, c.youtube_link, c.twitch_link, c.twitter_link, c.web_link, c.order_place,
  c.order_merchant, c.is_verified, c.is_blocked, c.has_products, c.created_at, p.id, p.account_id
from creator c join project p on p.user_id = c.user_id where p.id = :project;
with owner_row as (
  insert into donation
    (id, project_id, donor_id, donor_key, name, message, is_anonymous, amount, commission, address)
  select id, project_id, donor_id, donor_key, name, message, is_anonymous, amount, commission, address
  from jsonb_to_record(jsonb_build_object(
    'id', md5(:gift::text)::uuid, 'project_id', :project::uuid, 'donor_id', null, 'donor_key', 'name' || chr(58) || 'донор ' || :donor::text,
    'name', 'Донор ' || :donor::text, 'message', 'Спасибо за эфир', 'is_anonymous', false,
    'amount', :amount::bigint, 'commission', :commission::bigint, 'address', '127.0.0.1')) as gift (
    id uuid, project_id uuid, donor_id uuid, donor_key text, name text, message text, is_anonymous boolean,
    amount bigint, commission bigint, address text)
  on conflict (id) do nothing
  returning id)
insert into payment (kind, reference, provider_id, amount, currency, status, expires_at, next_check_at)
values ('donation', md5(:gift::text)::uuid, :gift::text, :amount, 'UZS', 'Created', now() + interval '15 minutes',
  now() + interval '15 seconds')
on conflict (provider_id) do nothing
returning id;
begin;
update payment set
  status = 'Paid',
  problem = null,
  paid_at = clock_timestamp(),
  next_check_at = null
where provider_id = :gift::text and reference::text = md5(:gift::text)::uuid::text and amount = :amount
  and status = any ('{Created,AwaitingCode,Failed,Expired}'::text[])
returning id, kind, reference, provider_id as "providerId", amount, currency, status, expires_at as "expiresAt",
  next_check_at is not null as "isWaiting";
with gift as (
  select project_id, donor_key, name, amount from donation where id = md5(:gift::text)::uuid and number is null
), counted as (
  insert into project_total as total (project_id, last_number, paid_count, paid_sum)
  select project_id, 1, 1, amount from gift
  on conflict (project_id) do update set
    last_number = total.last_number + 1,
    paid_count = total.paid_count + 1,
    paid_sum = total.paid_sum + excluded.paid_sum
  returning project_id, last_number
), donor as (
  insert into donor_total as total (project_id, donor_key, name, amount, count)
  select gift.project_id, gift.donor_key, case when gift.donor_key <> 'anonymous' then gift.name end, gift.amount, 1
  from gift join counted on counted.project_id = gift.project_id
  on conflict (project_id, donor_key) do update set
    name = excluded.name,
    amount = total.amount + excluded.amount,
    count = total.count + 1
)
update donation d set number = counted.last_number, paid_at = clock_timestamp(), address = null
from counted where d.id = md5(:gift::text)::uuid
returning d.id, d.project_id as "projectId", d.name, d.message, d.is_anonymous as "isAnonymous", d.amount, d.commission,
  d.created_at as "createdAt", d.paid_at as "paidAt", d.refunded_at is not null as "isRefunded",
  (select stop_words from donation_settings) as "stopWords";
select c.user_id, c.user_name, c.given_name, c.sur_name, c.patronymic, c.hide_full_name, c.types, c.avatar, c.banner,
  c.about, c.ins_link, c.tg_link, c.fb_link, c.youtube_link, c.twitch_link, c.twitter_link, c.web_link, c.order_place,
  c.order_merchant, c.is_verified, c.is_blocked, c.has_products, c.created_at, p.id, p.account_id
from creator c join project p on p.user_id = c.user_id where p.id = :project;
with made as (
  insert into posting (kind, reference) values ('donation', md5(:gift::text)::uuid)
  on conflict (kind, reference) do nothing
  returning id
)
insert into entry (posting_id, account_id, amount)
select made.id, given.account_id, given.amount
from made, unnest(
  array['00000000-0000-7000-8000-000000000001'::uuid, :account::uuid, '00000000-0000-7000-8000-000000000002'::uuid],
  array[-:amount::bigint, :net::bigint, :commission::bigint]) as given (account_id, amount)
returning posting_id as id;
select pg_notify('dropped_tags', '["project' || chr(58) || :project::text || '"]');
commit;

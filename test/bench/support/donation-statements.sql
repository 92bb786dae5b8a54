-- What the product asks of the database for one donation: making it (ProjectPay/Create), then the provider's word that it is
-- paid (Payment/Callback). The same statements in the same order as the areas run them with limits off and for a creator without a clock;
-- `npm run bench` runs this file by pgbench beside them. Their number is that of test/budgets/statements.test.ts.
\set creator random(1, 50)
\set donor random(1, 500)
\set provider random(1, 9000000000000000000)

select min_amount, max_amount, to_jsonb(presets), message_max_length, commission_percent::float8, stop_words, is_enabled,
  nullif(stop_reason, ''), md5(donation_settings::text), site_name.name
from donation_settings cross join site_name;

select c.user_id, c.user_name, c.given_name, c.sur_name, c.patronymic, c.hide_full_name, c.types, c.avatar, c.banner,
  c.about, c.accent, c.pattern, c.video, c.thanks_text, c.hide_live, c.tax_number, c.ins_link, c.tg_link, c.fb_link,
  c.youtube_link, c.twitch_link, c.twitter_link, c.web_link, c.order_place, c.order_merchant, c.is_verified, c.is_blocked,
  c.has_products, c.has_posts, c.created_at, p.id as project_id, p.account_id
from creator c join project p on p.user_id = c.user_id
where p.id = ('018f0000-0000-7000-a003-' || lpad(to_hex(:creator::bigint), 12, '0'))::uuid \gset

select s.id, s.title, s.revision, s.ends_at, s.host_project_id, (
    select jsonb_agg(jsonb_build_object('projectId', o.project_id, 'percent', o.percent) order by o.project_id)
    from joint_member o where o.joint_id = s.id and o.is_sharing) as members
from joint_member m join joint_stream s on s.id = m.joint_id
where m.project_id = :project_id::uuid and m.is_sharing and s.ended_at is null and s.ends_at > statement_timestamp();

select uuid_v7() as donation \gset

begin;

with owner_row as (
  insert into donation
    (id, project_id, donor_id, donor_key, name, message, is_anonymous, amount, commission, address,
     has_choices, membership_id, membership_month, gifted_months, gifted_to, gifted_pieces, gifted_product, joint_id, joint_of, joint_amount)
  select id, project_id, donor_id, donor_key, name, message, is_anonymous, amount, commission, address, coalesce(has_choices, false),
    membership_id, membership_month, gifted_months, gifted_to, gifted_pieces, gifted_product, joint_id, joint_of, joint_amount
  from jsonb_to_record(jsonb_build_object('id', :donation::uuid, 'project_id', :project_id::uuid,
    'donor_id', null, 'donor_key', 'name' || chr(58) || 'даритель ' || (:donor::bigint)::text,
    'name', 'Даритель ' || (:donor::bigint)::text, 'message', 'Спасибо за эфир', 'is_anonymous', false,
    'amount', 5000000, 'commission', 250000, 'address', '127.0.0.1')) as donation (
    id uuid, project_id uuid, donor_id uuid, donor_key text, name text, message text, is_anonymous boolean,
    amount bigint, commission bigint, address text, has_choices boolean, membership_id uuid, membership_month integer,
    gifted_months integer, gifted_to text, gifted_pieces integer, gifted_product text, joint_id uuid, joint_of uuid, joint_amount bigint)
  on conflict (id) do nothing
  returning id
)
insert into payment (kind, reference, system, provider_id, amount, currency, status, expires_at, next_check_at, lines)
values ('donation', :donation::uuid, 'gateway', 'pgbench-' || (:provider::bigint)::text, 5000000, 'UZS', 'Created',
  now() + interval '15 minutes', now() + interval '15 seconds', (
    select jsonb_agg(case when line -> 'item' = 'null' then
        line || jsonb_build_object('item', coalesce((select d.item from tax_item_default d where d.kind = line ->> 'kind'), 'null'::jsonb))
      else line end order by place)
    from jsonb_array_elements(jsonb_build_array(jsonb_build_object('kind', 'donation', 'item', null, 'sum', 5000000)))
      with ordinality as given (line, place)))
on conflict (system, provider_id) do nothing
returning id;

select c.user_id, p.id from creator c join project p on p.user_id = c.user_id
where not c.is_blocked
  and c.user_id in (select unnest('{}'::uuid[]) union select user_id from project where id = any (array[:project_id::uuid]))
order by c.user_id for share of c;

commit;

begin;

update payment set
  status = 'Paid',
  problem = null,
  paid_at = clock_timestamp(),
  next_check_at = now() + interval '1 minute'
where provider_id = 'pgbench-' || (:provider::bigint)::text and reference::text = :donation::text and amount = 5000000
  and status = any ('{Created,AwaitingCode,Failed,Expired}'::text[]) and system = 'gateway'
returning id, kind, reference, system, provider_id, amount, currency, status, expires_at, next_check_at is not null and status <> 'Paid',
  counted_refusals, refunded, coalesce(jsonb_path_exists(lines, '$[*] ? (@.item == null)'), false);

with donation as (
  select project_id, donor_key, name, amount from donation
  where id = :donation::uuid and number is null and amount = 5000000 and joint_id is null
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
  d.refunded_at is not null, d.reworded_at is not null, d.thanked_at, d.has_choices, d.membership_month, d.gifted_months, d.gifted_to,
  case when d.gifted_pieces is not null then json_build_object('count', d.gifted_pieces, 'product', d.gifted_product) end,
  d.joint_id, d.joint_amount, (select stop_words from donation_settings);

select c.user_id, c.user_name, c.given_name, c.sur_name, c.patronymic, c.hide_full_name, c.types, c.avatar, c.banner,
  c.about, c.accent, c.pattern, c.video, c.thanks_text, c.hide_live, c.tax_number, c.ins_link, c.tg_link, c.fb_link,
  c.youtube_link, c.twitch_link, c.twitter_link, c.web_link, c.order_place, c.order_merchant, c.is_verified, c.is_blocked,
  c.has_products, c.has_posts, c.created_at, p.id, p.account_id
from creator c join project p on p.user_id = c.user_id where p.id = :project_id::uuid;

select id from clock where project_id = :project_id::uuid and over_at > now() order by started_at desc limit 1 for no key update;

select alert, statistics, sticker from widget_settings where project_id = :project_id::uuid;

with queue as (
  insert into alert_queue (project_id, last_number) values (:project_id::uuid, 1)
  on conflict (project_id) do update set last_number = alert_queue.last_number + 1
  returning last_number
)
insert into alert (project_id, number, pay_id, name, amount, message, is_test, state, reason, queued_at, membership_month, gifted_months,
  gifted_pieces, gifted_product)
select :project_id::uuid, last_number, :donation::uuid, 'Даритель', 5000000, 'Спасибо за эфир', false, 'queued', null, now(), null, null, null, null
from queue
on conflict (pay_id) do nothing
returning id;

select
  (select count(*) from (
    select 1 from alert
    where project_id = :project_id::uuid and state = 'queued' and (digest_id is null or digest_id = id) limit 1000
  ) some_of_them) as waiting,
  (select source from widget_source
    where project_id = :project_id::uuid and is_visible and left_at is null and seen_at > now() - make_interval(secs => 8)
    order by since, source limit 1) as first,
  exists (select from alert
    where project_id = :project_id::uuid and state in ('leased', 'playing') and (digest_id is null or digest_id = id)) as taken \gset

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

with sent as (
  insert into webhook_delivery (webhook_id, event, subject, body)
  select w.id, 'donation', m.subject, case when a.is_message_held then m.held_body else m.body end
  from webhook w cross join unnest(array[:donation::uuid], array['{}'], array['{}']) m (subject, body, held_body)
  left join donation_alert a on a.pay_id = m.subject
  where w.project_id = :project_id::uuid and w.is_on and 'donation' = any (w.events)
  for key share of w skip locked
  on conflict (webhook_id, event, subject) do nothing
)
select p.user_id, m.at, coalesce(a.is_message_held, false)
from project p cross join unnest(array[:donation::uuid]) with ordinality m (subject, at)
left join donation_alert a on a.pay_id = m.subject
where p.id = :project_id::uuid
  and exists (select from access_token t where t.person_id = p.user_id and 'events' = any (t.scopes))
order by m.at;

insert into notice (receiver_id, via, topic, subject, data)
select r.id, r.via, 'donation', :donation::uuid, '{}' from project j join notice_receiver r on r.person_id = j.user_id
where j.id = :project_id::uuid and 'donation' = any (r.topics) and via = any (array['browser', 'telegram'])
for key share of r skip locked
on conflict (receiver_id, topic, subject) do nothing;

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

insert into hint (channel, payload)
select 'dropped_tags', (jsonb_agg(tag) || '[1]'::jsonb)::text
from unnest(array['project' || chr(58) || (:project_id::uuid)::text, 'recentDonations']) with ordinality as given (tag, at)
group by (at - 1) / 100
returning written::text as written, channel, payload;

commit;

import type { Database } from '#base/db/db.server.ts';
import { newCategory } from '#test/support/merch-fixture.ts';
import { type SignedIn, signIn, signInAgain } from '#test/support/sign-in.ts';
import { testSecrets } from '#test/support/start-app.ts';

type Rows = (person: SignedIn, many: number) => readonly string[];

/** Donations to and from a person, with payments and alerts. */
const donations: Rows = ({ userId, projectId, accountId }: SignedIn, many) => [
  `insert into donation
     (id, project_id, donor_key, name, message, is_anonymous, amount, commission, number, created_at, paid_at)
   select uuid_v7(), '${projectId}', 'name:даритель ' || n, 'Даритель ' || n, 'Спасибо', false, 5000000, 250000, n, now() - interval '1 day',
     now() - interval '1 day' from generate_series(1, ${many}) n`,
  `insert into project_total (project_id, last_number, paid_count, paid_sum)
   select '${projectId}', count(*), count(*), sum(amount) from donation where project_id = '${projectId}'`,
  `insert into donor_total (project_id, donor_key, name, amount, count)
   select project_id, donor_key, name, amount, 1 from donation where project_id = '${projectId}'`,
  `with made as (insert into posting (kind, reference) select 'donation', id from donation where project_id = '${projectId}' returning id)
   insert into entry (posting_id, account_id, amount)
   select id, account_id, amount from made, (values
     ('${accountId}'::uuid, 4750000), ('00000000-0000-7000-8000-000000000002', 250000), ('00000000-0000-7000-8000-000000000001', -5000000)
   ) parts (account_id, amount)`,
  `insert into donation (id, project_id, donor_id, donor_key, name, is_anonymous, amount, commission, number, paid_at)
   select uuid_v7(), project.id, '${userId}', 'person:${userId}', 'Даритель', false, 5000000, 250000, 1000000 + n + ${many}, now()
   from generate_series(1, ${many}) n, (select id from project where id <> '${projectId}' order by id limit 1) project`,
  `insert into payment (kind, reference, provider_id, amount, currency, status, expires_at, paid_at)
   select 'donation', id, 'paid-' || id, amount, 'UZS', 'Paid', now(), now() from donation where project_id = '${projectId}'`,
];

const goods: Rows = ({ userId }, many) => [
  `insert into product (name, price, category_id, user_id, size_ids, color_ids)
   select 'Худи ' || n, 10000000, (select id from category order by id desc limit 1), '${userId}', '{2,3,4}', '{1,4}'
   from generate_series(1, ${many}) n`,
  `insert into image (name, type, width, height, has_alpha, placeholder)
   select left(replace(id::text, '-', ''), 22), 'Product', 800, 800, false, '' from product where user_id = '${userId}'
   on conflict do nothing`,
  `insert into product_image (product_id, place, image)
   select id, 1, left(replace(id::text, '-', ''), 22) from product where user_id = '${userId}' on conflict do nothing`,
  `insert into shop_order (user_id, status, number, recipient_name, recipient_phone, total, placed_at, pay_until,
     item_names, pickup_point_id, pickup)
   select '${userId}', 2, order_number(), 'Получатель ' || n, '998901234567', 100, now(), now(), 'Худи', point.id, point.pickup
   from generate_series(1, ${many}) n, (
     select id, jsonb_build_object('id', id, 'name', name, 'regionId', region_id, 'regionName', region_name, 'address', address,
       'latitude', latitude, 'longitude', longitude, 'phone', null, 'workingHours', null, 'comment', null) as pickup
     from pickup_point order by id limit 1) point`,
  `insert into order_line (order_id, product_id, quantity, name, category_name, description, seller_id, seller_user_name,
     seller_name, price, commission)
   select o.id, p.id, 1, p.name, '', '', p.user_id, 'seller', 'Seller', 100, 5
   from shop_order o, (select * from product where user_id = '${userId}' order by id limit 2) p where o.user_id = '${userId}'`,
  `insert into order_step (order_id, status, by) select id, 2, 'payment' from shop_order where user_id = '${userId}'`,
  `insert into order_seller (seller_id, placed_at, order_id) select '${userId}', placed_at, id from shop_order where user_id = '${userId}'`,
];

/** Other rows that a person may have many of. */
const others: Rows = ({ userId, projectId, accountId }, many) => [
  `insert into access_token (person_id, name, hash, ending, scopes)
   select '${userId}', 'Ключ', uuid_send(gen_random_uuid()), 'abcd', '{oauth-donation-index}' from generate_series(1, least(5, ${many})) n`,
  `insert into application (person_id, name, redirects, secret_hash, ending)
   select '${userId}', 'Бот', '{https://bot.test/}', '\\x00', 'abcd' from generate_series(1, least(5, ${many})) n`,
  `insert into access_token (person_id, name, hash, ending, scopes, application_id, expires_at, refresh_family, refresh_hash, refreshed_at)
   select '${userId}', name, uuid_send(gen_random_uuid()), 'abcd', '{oauth-user-show}', id, now(), uuid_send(gen_random_uuid()), '\\x00', now()
   from application where person_id = '${userId}'`,
  `insert into application_code (hash, application_id, person_id, scopes, redirect, expires_at)
   select uuid_send(gen_random_uuid()), id, '${userId}', '{oauth-user-show}', 'https://bot.test/', now()
   from application where person_id = '${userId}'`,
  `insert into webhook (person_id, project_id, url, events, secret_sealed, is_on, switched_off_at)
   select '${userId}', '${projectId}', 'https://hook.test/' || n, '{donation.paid}', '', false, now() from generate_series(1, least(5, ${many})) n`,
  `insert into webhook_delivery (webhook_id, event, subject, body, state, next_at)
   select webhook.id, 'donation.paid', gen_random_uuid(), '{}', 'delivered', null from webhook, generate_series(1, ${many}) n
   where person_id = '${userId}'`,
  `insert into payout (person_id, account_id, amount, card_mask, state, bank_reference, decided_at)
   select '${userId}', '${accountId}', 100, '8600 •••• •••• 0001', 'Paid', 'bank', now() from generate_series(1, ${many}) n`,
  `insert into audit (actor_id, call, subject, input) select '${userId}', 'PUT Moderator/BlockUser', '${userId}', '{}'
   from generate_series(1, ${many}) n`,
  `insert into field_decision (user_id, name, value, published_before, state_before, decision, decided_by)
   select '${userId}', 'About', 'Об авторе', '', 'Awaiting', 'Confirmed', '${userId}' from generate_series(1, ${many}) n`,
  `insert into profile_field (user_id, name, value, state)
   select '${userId}', name, 'Значение', 'Awaiting' from unnest('{About,TgLink,FbLink,YoutubeLink}'::text[]) name limit ${many}`,
  `insert into alert (project_id, number, pay_id, name, amount, state, queued_at, ended_at)
   select '${projectId}', number, id, name, amount, 'shown', now(), now() from donation where project_id = '${projectId}'`,
  `insert into alert_queue (project_id, last_number) values ('${projectId}', ${many})`,
  `insert into alert_sound (name, project_id, title, milliseconds, bytes)
   select left(md5('${projectId}' || n), 22), '${projectId}', 'Звук', 100, '' from generate_series(1, least(5, ${many})) n`,
];

const membership = (project: string, person: string, level: string) => `
  insert into membership (id, project_id, person_id, level_id, amount, name, is_anonymous, system, anchor_at, time_zone, state, months,
    since, paid_until, due_at, created_at)
  select gen_random_uuid(), ${project}, ${person}, ${level}, 5000000, 'Донор', false, 'gateway', now(), 'UTC', 'Active', 1, now(),
    now() + interval '20 days', now() + interval '20 days', now()`;

/** Levels of a person, his members, and the months of what he supports. */
const memberships: Rows = ({ userId, projectId }, many) => [
  `insert into membership_level (project_id, name, amount, words, benefits, place)
   select '${projectId}', 'Уровень ' || n, 5000000, '', '{}', n from generate_series(1, least(5, ${many})) n`,
  `${membership(`'${projectId}'`, 'id', `(select id from membership_level where project_id = '${projectId}' limit 1)`)}
   from (select id from person where id <> '${userId}' order by id desc limit ${many}) other on conflict do nothing`,
  `${membership('id', `'${userId}'`, `(select id from membership_level where project_id = '${projectId}' limit 1)`)}
   from (select id from project where id <> '${projectId}' order by id desc limit ${many}) other on conflict do nothing`,
  `insert into membership_charge (membership_id, month, donation_id, amount, state, paid_at, created_at)
   select id, n, gen_random_uuid(), 5000000, 'Paid', now(), now() from membership, generate_series(1, ${many}) n where person_id = '${userId}'`,
  `insert into post (project_id, title, teaser, text, pictures, audience, published_at, first_published_at, enqueued_at, created_at)
   select '${projectId}', 'Пост ' || n, '', 'Текст', '{AAAAAAAAAAAAAAAAAAAAAA}', 'everyone', now(), now(), now(), now()
   from generate_series(1, ${many}) n`,
];

/** Chats of all creators, with so many people in that of the person. */
const chats: Rows = ({ projectId }, many) => [
  `insert into member_chat (project_id, telegram_id, kind, title, link, has_rights)
   select id, -('x' || substr(md5(id::text), 1, 12))::bit(48)::bigint, 'supergroup', 'Чат', 'https://t.me/+crowd', true from project
   on conflict do nothing`,
  `insert into member_chat_seat (chat_id, telegram_id, state, language, due_at)
   select id, n, 'inside', 'ru', now() + interval '1 hour' from member_chat, generate_series(1, ${many}) n where project_id = '${projectId}'`,
];

/** All are drawn; the members got those of the first one. Of the gifts of pieces one is still open. */
const gifts: Rows = ({ userId, projectId }, many) => [
  `insert into gifted_months (id, project_id, person_id, level_id, receiver, price, months, time_zone, seed, ticket_key, opened_at, entry_until,
     expires_at, drawn_at, drawn_months, digest, entry_count, taken, due_at, created_at)
   select gen_random_uuid(), '${projectId}', '${userId}', (select id from membership_level where project_id = '${projectId}' limit 1), 'Chat', 5000000, 50,
     'UTC', sha256('seed'), sha256('key'), now(), now(), now() + interval '1 day', now(), 50, sha256('digest'), ${many}, 30, now() + interval '1 day', now()
   from generate_series(1, ${many}) n`,
  `insert into gifted_months (id, project_id, person_id, kind, product_id, delivery, receiver, price, months, time_zone, seed, ticket_key, opened_at,
     entry_until, expires_at, drawn_at, drawn_months, digest, entry_count, taken, stocked, due_at, ended_at, end_reason, created_at)
   select ('ffffffff' || substr(gen_random_uuid()::text, 9))::uuid, '${projectId}', donor.id, 'Pieces', p.id, 0, 'Chat', 5000000, 50, 'UTC', sha256('seed'),
     sha256('key'), now(), now(), now() + interval '1 day', now(), 50, sha256('digest'), 0, 1, 50, case when n = 1 then now() + interval '1 day' end,
     case when n > 1 then now() end, case when n > 1 then 'Lapsed' end, now()
   from generate_series(1, ${many}) n, (select id from product where user_id = '${userId}' order by id limit 1) p,
     (select person_id as id from membership where project_id = '${projectId}' order by id limit 1) donor`,
  `insert into gifted_place (gift_id, kind, place, name, is_anonymous, person_id, choose_until, given_at)
   select id, 'Pieces', 1, 'Донор', false, '${userId}', now() + interval '30 days', now() from gifted_months
   where project_id = '${projectId}' and kind = 'Pieces'`,
  `insert into gifted_entry (gift_id, ticket, person_id, name, is_anonymous, score, entered_at)
   select (select min(id::text)::uuid from gifted_months where project_id = '${projectId}'), substr(sha256(id::text::bytea), 1, 16), person_id, 'Донор',
     false, sha256(id::text::bytea), now()
   from membership where project_id = '${projectId}' limit ${many}`,
  `insert into gifted_place (gift_id, place, ticket, name, is_anonymous, membership_id, given_at)
   select e.gift_id, row_number() over (order by e.score), e.ticket, e.name, e.is_anonymous, m.id, now()
   from gifted_entry e join gifted_months g on g.id = e.gift_id join membership m on m.project_id = g.project_id and m.person_id = e.person_id
   where g.project_id = '${projectId}'`,
];

const votes: Rows = ({ projectId }, many) => [
  `insert into vote (id, project_id, question, price)
   select gen_random_uuid(), '${projectId}', 'Вопрос ' || n, 500000 from generate_series(1, ${many}) n`,
  `insert into vote_option (vote_id, number, text, is_hidden, place)
   select id, n, 'Вариант ' || n, false, n from vote, generate_series(1, 2) n where project_id = '${projectId}'`,
  // One suggestion waits in each, without a donation.
  `insert into vote_option (vote_id, number, text, is_hidden, place, state, folded)
   select id, 1000000001, 'Своё', true, 0, 'waiting', 'своё' from vote where project_id = '${projectId}'`,
];

const targets: Rows = ({ projectId }, many) => [
  `insert into target (id, project_id, text, goal)
   select gen_random_uuid(), '${projectId}', 'Рубеж ' || n, 500000 from generate_series(1, ${many}) n`,
];

/** Each is taken once, by donations that are there already. */
const rewards: Rows = ({ projectId }, many) => [
  `insert into reward (id, project_id, text, price)
   select gen_random_uuid(), '${projectId}', 'Награда ' || n, 500000 from generate_series(1, ${many}) n`,
  `insert into reward_choice (donation_id, reward_id, project_id, sum, taken_at)
   select d.id, r.id, '${projectId}', d.amount, now()
   from (select id, amount, row_number() over () as n from donation where project_id = '${projectId}' and number is not null) d
   join (select id, row_number() over () as n from reward where project_id = '${projectId}') r using (n)`,
];

/** The newest one is held, everybody who has given has won in it; others wait. */
const draws: Rows = ({ projectId }, many) => [
  `insert into draw (id, project_id, text, least_sum, winners, starts_at, ends_at, seed, ticket_key, held_at, digest, entry_count)
   select case when n = 0 then ('ffffffff' || substr(gen_random_uuid()::text, 9))::uuid else gen_random_uuid() end, '${projectId}', 'Приз ' || n, 100, 50, now() - interval '1 year', now() - interval '1 minute', sha256('seed'), sha256('key'),
     case when n = 0 then now() end, case when n = 0 then sha256('digest') end, case when n = 0 then ${many} end
   from generate_series(0, ${many}) n`,
  `insert into draw_entry (draw_id, ticket, score, person_id, donation_id)
   select w.id, substr(sha256(d.id::text::bytea), 1, 16), sha256(d.id::text::bytea), d.donor_id, d.id
   from draw w join donation d using (project_id) where project_id = '${projectId}' and w.held_at is not null limit ${many}`,
  `insert into draw_place (draw_id, place, ticket)
   select e.draw_id, row_number() over (order by e.score), e.ticket
   from draw_entry e join draw w on w.id = e.draw_id where w.project_id = '${projectId}'`,
];

/** One that runs, with a correction for each of many; the donations count for it. */
const clocks: Rows = ({ projectId }, many) => [
  `insert into clock (id, project_id, started_at, first_seconds, rate_sum, rate_seconds, is_linear, ends_at)
   values (gen_random_uuid(), '${projectId}', now(), 86400, 500000, 60, false, now() + interval '30 days')`,
  `insert into clock_correction (clock_id, number, seconds, made_at)
   select id, n, 60, now() from clock, generate_series(1, ${many}) n where project_id = '${projectId}'`,
  `insert into clock_donation (donation_id, clock_id, sum, rate_sum, rate_seconds, is_linear)
   select d.id, c.id, d.amount, 500000, 60, false from donation d join clock c using (project_id)
   where project_id = '${projectId}' limit ${many}`,
];

export interface Crowd {
  /** Has one of everything. */
  readonly few: SignedIn;
  /** Has so many of everything that whatever is asked once a row is seen. */
  readonly many: SignedIn;
  readonly moderator: SignedIn;
  readonly admin: SignedIn;
}

const howMany = { few: 1, many: 30 } as const;

/** Brings people with little and with much of everything. */
export async function bringCrowd(db: Database): Promise<Crowd> {
  const crowd = {
    few: await signIn(db, testSecrets.jwt, { userName: 'few.things' }),
    many: await signIn(db, testSecrets.jwt, { userName: 'many.things' }),
    moderator: await signIn(db, testSecrets.jwt, { role: 'moderator' }),
    admin: await signIn(db, testSecrets.jwt, { role: 'admin' }),
  };
  await newCategory(db, 'Первая');
  await newCategory(db, 'Вторая');
  await db.pool.query(`insert into pickup_point (country, region_id, region_name, name, address, latitude, longitude)
    select country, id, name, 'Пункт ' || name, 'Адрес', 41, 69 from region where country = 'uz'`);
  for (const name of ['few', 'many'] as const) {
    const rows = [donations, goods, others].flatMap((rowsOf) => rowsOf(crowd[name], howMany[name]));
    for (const text of rows) await db.pool.query(text);
  }
  for (let more = 0; more < howMany.many; more += 1) {
    await signInAgain(db, testSecrets.jwt, { userId: crowd.many.userId });
    await signIn(db, testSecrets.jwt);
  }
  for (const name of ['few', 'many'] as const) {
    for (const text of memberships(crowd[name], howMany[name])) await db.pool.query(text);
    for (const text of chats(crowd[name], howMany[name])) await db.pool.query(text);
    for (const text of gifts(crowd[name], howMany[name])) await db.pool.query(text);
    for (const text of votes(crowd[name], howMany[name])) await db.pool.query(text);
    for (const text of targets(crowd[name], howMany[name])) await db.pool.query(text);
    for (const text of rewards(crowd[name], howMany[name])) await db.pool.query(text);
    for (const text of draws(crowd[name], howMany[name])) await db.pool.query(text);
    for (const text of clocks(crowd[name], howMany[name])) await db.pool.query(text);
  }
  return crowd;
}

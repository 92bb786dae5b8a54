import { idIn } from './ids.ts';
import type { Sizes } from './sizes.ts';

/** Levels of every creator, one to three each, and who has begun monthly support when, with what became of it. */
export function memberRows({ memberships, creators, people }: Sizes): string[] {
  return [
    `insert into membership_level (id, project_id, name, amount, words, benefits, link, place)
     select ${idIn.level('(n * 4 + place)')}, ${idIn.project('n')}, (array['Друг', 'Команда', 'Меценат'])[place], place * 2000000,
       'Спасибо, что помогаете делать эфиры', array['Имя в титрах', 'Закрытый чат'], 'https://t.me/bench' || n, place
     from generate_series(1, ${creators}) n, generate_series(1, 3) place where place <= 1 + (n + 1) % 3`,
    // Of a donor's memberships with one creator only the last one may be live.
    `create temp table m as
     select n, creator, donor, place, coalesce(place, 1) * 2000000::bigint as amount, age, state, moment,
       case state when 'Pending' then 0 when 'Overdue' then age when 'Paused' then age
         when 'Ended' then 1 + floor(random() * greatest(age, 1))::int else age + 1 end as months
     from (
       select *, now() - age * interval '1 month' - rest as moment,
         case when n % 500 = 7 then 'Pending' when turn > 1 then 'Ended' when fate < 0.6 or age = 0 and fate >= 0.69 then 'Active'
           when fate < 0.65 and age = 0 then 'Active' when fate < 0.63 then 'Overdue' when fate < 0.65 then 'Paused'
           when fate < 0.69 then 'Leaving' else 'Ended' end as state
       from (
         select n, creator, donor, fate, rest, case when n % 10 > 0 then 1 + n % (1 + (creator + 1) % 3) end as place,
           case when n % 500 = 7 then 0 else age end as age, row_number() over (partition by creator, donor order by age, rest, n) as turn
         from (
           select n, random() as fate, floor(power(random(), 4) * 24)::int as age, (1 + random() * 22) * interval '1 day' as rest,
             case when random() < 0.05 then 1 else 1 + floor(power(random(), 3) * ${creators})::int end as creator,
             case when n % 1000 = 1 then 2 else 1 + floor(power(random(), 2) * ${people})::int end as donor
           from generate_series(1, ${memberships}) n
         ) drawn
       ) made
     ) fated`,
    // A month that could not be charged follows the paid ones.
    `create temp table months as
     select m.n as membership, month, creator, donor, amount, moment + (month - 1) * interval '1 month' as moment,
       case when state = 'Pending' then 'expired' when month > months then 'failed' when random() < 0.01 then 'refunded' else 'paid' end as fate
     from m, lateral generate_series(1, months + case when state in ('Pending', 'Overdue', 'Paused') then 1 else 0 end) month`,
  ];
}

const zone = 'Asia/Tashkent';

/** What `membership_month` says, made of the charges and memberships. */
const projectMonths = `
  select project_id, (date_trunc('month', at at time zone '${zone}'))::date as month, sum(recurring)::bigint as recurring,
    sum(charges) as charges, sum(started) as started, sum(ended) as ended
  from (
    select m.project_id, c.paid_at as at, c.amount - c.refunded as recurring, 1 as charges, 0 as started, 0 as ended
    from membership_charge c join membership m on m.id = c.membership_id where c.state in ('Paid', 'Refunded')
    union all select project_id, since, 0, 0, 1, 0 from membership where since is not null
    union all select project_id, ended_at, 0, 0, 0, 1 from membership where ended_at is not null and since is not null
  ) dated group by 1, 2`;

/** Memberships and their charges, once their donations are there. */
export function membershipRows(): string[] {
  return [
    `insert into membership (id, project_id, person_id, level_id, amount, level_amount, name, is_anonymous, system, token_sealed, card_mask,
       card_expiry, anchor_at, time_zone, state, months, paid_sum, last_paid_at, since, paid_until, due_at, ended_at, end_reason, created_at)
     select ${idIn.membership('m.n')}, ${idIn.project('creator')}, ${idIn.person('donor')},
       case when place is not null then ${idIn.level('(creator * 4 + place)')} end, amount, case when place is not null then amount end,
       'Друг ' || donor, false, 'gateway', case when is_charged then decode(repeat('ab', 120), 'hex') end,
       case when is_charged then '8600 06** **** 0106' end, case when is_charged then '1230' end, since, '${zone}', state, months,
       coalesce(paid_sum, 0), last_paid_at, since, since + months * interval '1 month',
       case when state in ('Active', 'Leaving') then since + months * interval '1 month'
         when state = 'Overdue' then now() + (1 + n % 3) * interval '1 day' end,
       case when state = 'Ended' then since + months * interval '1 month' - interval '1 month' + interval '12 hours' end,
       case when state = 'Ended' then case when n % 20 = 0 then 'StaffStopped' else 'Left' end end, moment
     from (select *, state not in ('Pending', 'Ended') as is_charged from m) m left join (
       select membership as n, sum(amount) filter (where fate = 'paid') as paid_sum, min(paid_at) as since, max(paid_at) as last_paid_at
       from g where membership is not null and fate in ('paid', 'refunded') group by 1
     ) paid using (n)`,
    `insert into membership_charge (membership_id, month, donation_id, amount, state, tries, refusal, paid_at, refunded, created_at)
     select ${idIn.membership('membership')}, month, ${idIn.donation('g.n')}, g.amount,
       case fate when 'paid' then 'Paid' when 'refunded' then 'Refunded' when 'expired' then 'Open'
         else case m.state when 'Overdue' then 'Waiting' else 'Failed' end end,
       case when fate = 'failed' then case m.state when 'Overdue' then 1 else 3 end else 0 end,
       case when fate = 'failed' then 'InsufficientFunds' end, case when fate in ('paid', 'refunded') then g.paid_at end,
       case when fate = 'refunded' then g.amount else 0 end, g.moment
     from g join m on m.n = g.membership order by g.n`,
    `insert into membership_month (project_id, month, recurring, charges, started, ended) ${projectMonths}`,
    `insert into membership_card (membership_id, system, provider_id, state, expires_at, created_at)
     select ${idIn.membership('n')}, 'gateway', 'bench-card-' || n, 'Saved', moment + interval '30 days', moment from m
     where age = 0 and state = 'Active'`,
    `insert into membership_mute (person_id, project_id)
     select ${idIn.person('donor')}, ${idIn.project('creator')} from m where n % 50 = 1 on conflict do nothing`,
  ];
}

/** Messages to members: of the first creator nearly every day, of a tenth of the others every two weeks. */
export function messageRows({ creators }: Sizes): string[] {
  return [
    `insert into membership_message (project_id, level_id, text, day, readers, enqueued_at, created_at)
     select ${idIn.project('creator')}, case when part % 4 = 0 then ${idIn.level('(creator * 4 + 1)')} end,
       'В субботу большой эфир, приходите. Сообщение ' || part, (at at time zone '${zone}')::date, 20, at, at
     from (
       select 1 as creator, part, now() - part * interval '1 day' as at from generate_series(1, 700) part
       union all select creator, part, now() - part * interval '14 days' - creator % 14 * interval '1 day'
       from generate_series(2, ${Math.max(10, Math.round(creators / 10))}) creator, generate_series(1, 50) part
     ) made`,
  ];
}

const postPicture = (n: string) => `('Z' || lpad((${n})::text, 21, '0'))`;

/** Posts: a thousand of the first creator, twenty of a tenth of the others; a part of them for members or for a level. */
export function postRows({ creators }: Sizes): string[] {
  return [
    `create temp table p as
     select row_number() over () as n, creator, part, (array['everyone', 'members', 'level'])[1 + part % 3] as audience,
       now() - part * interval '1 day' - creator % 24 * interval '1 hour' as at
     from (
       select 1 as creator, generate_series(1, 1000) as part
       union all select creator, part from generate_series(2, ${Math.max(10, Math.round(creators / 10))}) creator, generate_series(1, 20) part
     ) made`,
    `insert into image (name, type, owner_id, width, height, has_alpha, placeholder)
     select ${postPicture('n')}, 'Post', ${idIn.person('creator')}, 800, 600, false, '' from p`,
    `insert into post (id, project_id, title, teaser, text, pictures, audience, level_id, published_at, first_published_at, enqueued_at,
       created_at)
     select ${idIn.post('n')}, ${idIn.project('creator')}, 'Пост ' || part, 'Анонс', repeat('Текст поста. ', 50), array[${postPicture('n')}],
       audience, case when audience = 'level' then ${idIn.level('(creator * 4 + 1)')} end, case when part % 10 > 0 then at end,
       case when part % 10 > 0 then at end, case when part % 10 > 0 then at end, at
     from p`,
    `insert into post_audio (name, owner_id, post_id, media_type, seconds, bytes)
     select ${postPicture('n')}, ${idIn.person('creator')}, ${idIn.post('n')}, 'audio/mpeg', 2520, 40000000 from p where part % 3 = 0`,
  ];
}

const monthsOf = (columns: string) => `
  select m.id from membership m left join (
    select membership_id, max(month) filter (where state in ('Paid', 'Refunded')) as months, sum(amount - refunded)
      filter (where state in ('Paid', 'Refunded')) as paid_sum, min(paid_at) as since, max(paid_at) as last_paid_at
    from membership_charge group by 1
  ) c on c.membership_id = m.id where ${columns}`;

/** Queries that must return no rows. */
export const membershipFaults: Readonly<Record<string, string>> = {
  'memberships whose months are not their charges': monthsOf(
    `(m.months, m.paid_sum, m.since, m.last_paid_at)
       is distinct from (coalesce(c.months, 0), coalesce(c.paid_sum, 0), c.since, c.last_paid_at)`,
  ),
  'charges that no donation pays': `
    select c.membership_id from membership_charge c left join donation d
      on d.id = c.donation_id and d.membership_id = c.membership_id and d.membership_month = c.month and d.amount = c.amount
      and (d.number is not null) = (c.state in ('Paid', 'Refunded')) and (d.refunded_at is not null) = (c.state = 'Refunded')
    where d.id is null`,
  'months of memberships without a charge': `
    select d.id from donation d where membership_id is not null
      and not exists (select from membership_charge c where c.donation_id = d.id)`,
  'members counted wrongly': `
    select project_id from (select * from membership_count where members <> 0 or amount <> 0) k full join (
      select project_id, state, count(*) as members, sum(amount) as amount from membership group by 1, 2) m using (project_id, state)
    where (k.members, k.amount) is distinct from (m.members, m.amount)`,
  'months of members tallied wrongly': `
    select project_id from (
      select * from membership_month where (recurring, charges, started, ended) <> (0, 0, 0, 0)) k
    full join (${projectMonths}) m using (project_id, month)
    where (k.recurring, k.charges, k.started, k.ended) is distinct from (m.recurring, m.charges, m.started, m.ended)`,
  'members whose next step would be taken at once': `select id from membership where due_at < now() + interval '6 hours'`,
};

import { idIn } from './ids.ts';
import type { Sizes } from './sizes.ts';

/** What creators brought along from other services: a quarter of it the first creator, in five files. */
export function historyRows({ imported, creators, promoCodes, sellers }: Sizes): string[] {
  const others = Math.max(2, Math.round(creators / 20));
  return [
    `create temp table h as
     select n, creator, creator * 8 + case creator when 1 then n % 5 else 0 end as file,
       'Зритель ' || floor(power(random(), 2) * ${Math.round(imported / 10)})::int as name, (1 + n % 90) * 100000::bigint as amount,
       case when n % 3 = 0 then 'RUB' end as currency, now() - interval '800 days' - n * interval '3 years' / ${imported} as given_at
     from (select n, case when n % 4 = 0 then 1 else 2 + n % ${others - 1} end as creator from generate_series(1, ${imported}) n) made`,
    `insert into donation_import (id, project_id, source, file_name, count, created_at)
     select ${idIn.import('file')}, ${idIn.project('creator')}, 'DonationAlerts', 'history-' || file || '.csv', count(*),
       now() - interval '300 days' from h group by file, creator`,
    `insert into imported_donation (id, project_id, import_id, donor_key, name, message, amount, currency, given_at)
     select ${idIn.imported('n')}, ${idIn.project('creator')}, ${idIn.import('file')}, 'name:' || lower(name), name,
       case when n % 2 = 0 then 'Привет с прошлого стрима' end, amount, currency, given_at from h order by n`,
    `insert into imported_total (project_id, count, is_public)
     select ${idIn.project('creator')}, count(*), creator % 2 = 0 from h group by creator`,
    `insert into imported_donor (project_id, donor_key, name, amount, count)
     select ${idIn.project('creator')}, 'name:' || lower(name), name, sum(amount), count(*) from h where currency is null
     group by creator, name`,
    `insert into promo_code (code, percent, seller_id, min_total, is_active)
     select 'CODE' || n, 1 + n % 20, case when n % 2 = 0 then ${idIn.person(`(1 + n % ${sellers})`)} end, n % 3 * 5000000, n % 4 > 0
     from generate_series(1, ${promoCodes}) n`,
  ];
}

/**
 * Browsers of a fifth of all people, and what they got in the last days. They want no more notices: the server under measurement would send
 * them while it is asked.
 */
export function receiverRows({ people }: Sizes): string[] {
  const all = `generate_series(1, ${people}) n where n % 5 = 2`;
  return [
    `insert into notice_receiver (id, person_id, via, endpoint, p256dh, auth, name, topics, language, gets_messages)
     select ${idIn.receiver('n')}, ${idIn.person('n')}, 'push', 'https://push.example.uz/' || n, repeat('B', 87), repeat('A', 22),
       'Chrome, Android', '{}', 'ru', false from ${all}`,
    `insert into notice (receiver_id, via, topic, subject, data, state, created_at, sent_at)
     select ${idIn.receiver('n')}, 'push', 'message', 'subject ' || part, '{}', 'sent', now() - part * interval '2 days',
       now() - part * interval '2 days'
     from generate_series(1, ${people}) n, generate_series(1, 5) part where n % 5 = 2`,
  ];
}

/** Imported donations that differ from what is stored of their project, file and donor. */
export const wrongHistory = `
  select project_id from imported_total t full join (select project_id, count(*) as count from imported_donation group by 1) d
    using (project_id) where t.count is distinct from d.count
  union all select i.id from donation_import i full join (select import_id, count(*) as count from imported_donation group by 1) d
    on d.import_id = i.id where i.count is distinct from d.count
  union all select project_id from imported_donor k full join (
    select project_id, donor_key, count(*) as count, sum(amount) as amount from imported_donation where currency is null group by 1, 2) d
    using (project_id, donor_key) where (k.count, k.amount) is distinct from (d.count, d.amount)`;

import { datedIdIn, idIn } from './ids.ts';
import { fixed, type Sizes } from './sizes.ts';

const provider = `'00000000-0000-7000-8000-000000000001'::uuid`;
const platform = `'00000000-0000-7000-8000-000000000002'::uuid`;
const waiting = `'00000000-0000-7000-8000-000000000003'::uuid`;

const messages = `(array['Спасибо за эфир','Лучший стрим недели','Удачи в турнире','Передай привет Самарканду','На новый микрофон',
  'Твои рисунки вдохновляют','Когда будет продолжение подкаста','С днём рождения','Разбери партию в шахматы','Рахмат, брат',
  'Сыграй что-нибудь на дутаре','Смотрю с работы, не шуми'])`;

/** Single donations, as many as are left beside the months of memberships. */
const single = ({ donations, creators, people }: Sizes) => `
  select creator, case when fate < 0.94 then 'paid' when fate < 0.96 then 'refunded' when fate < 0.98 then 'failed' else 'expired' end
      as fate, donor, guest, amount, moment,
    case when n % 5 < 3 then ${messages}[n % 12 + 1] || case when n % 4 = 0 then ' номер ' || n else '' end end as message,
    null::int as membership, null::int as month
  from (
    select n, case when random() < 0.05 then 1 else 1 + floor(power(random(), 3) * ${creators})::int end as creator, random() as fate,
      case when kind < 0.01 then 2 when kind < 0.56 then 1 + floor(power(random(), 2) * ${people})::int end as donor,
      case when kind >= 0.56 and kind < 0.9 then 'Зритель ' || floor(power(random(), 2) * ${Math.round(donations / 10)})::int end as guest,
      500000 + floor(power(random(), 6) * 900)::bigint * 100000 as amount,
      now() - interval '15 minutes' - (singles - n) * interval '${fixed.days} days' / singles as moment
    from (
      select n, singles, random() as kind
      from (select greatest(1, ${donations} - count(*)) as singles from months) rest, generate_series(1, singles) n
    ) drawn
  ) made`;

/**
 * Donations over two years, those that are months of memberships among them: of every 100 others five are given to the first creator, the
 * rest to few far more often than to most; a tenth is anonymous, a third from guests with a name, the rest from people who are logged in.
 * Two of 100 were given back, four of 100 were never paid.
 */
export function donationRows(sizes: Sizes): string[] {
  return [
    `create temp table g as
     select row_number() over (order by moment, membership, month) as n, creator, fate, donor, guest, amount, amount / 20 as commission,
       moment, moment + interval '2 minutes' as paid_at, message, membership, month
     from (
       ${single(sizes)}
       union all
       select creator, fate, donor, null, amount, moment, case when month = 1 and membership % 2 = 0 then 'Рад помогать' end,
         membership, month
       from months
     ) given`,
    `create temp table numbered as
     select n, row_number() over (partition by creator order by n) as number from g where fate in ('paid', 'refunded')`,
    `insert into donation (id, project_id, donor_id, donor_key, name, message, is_anonymous, amount, commission, number, created_at,
       paid_at, refunded_at, membership_id, membership_month)
     select ${idIn.donation('n')}, ${idIn.project('creator')}, case when donor is not null then ${idIn.person('donor')} end,
       case when donor is not null then 'person:' || ${idIn.person('donor')} when guest is not null then 'name:' || lower(guest)
         else 'anonymous' end,
       case when donor is not null then 'Друг ' || donor else guest end, message, donor is null and guest is null, amount, commission,
       number, moment, case when number is not null then paid_at end, case when fate = 'refunded' then paid_at + interval '5 hours' end,
       case when membership is not null then ${idIn.membership('membership')} end, month
     from g left join numbered using (n) order by n`,
    `insert into payment (id, kind, reference, provider_id, amount, currency, status, problem, problem_at, expires_at, asked_at, paid_at,
       created_at)
     select ${idIn.donationPayment('n')}, 'donation', ${idIn.donation('n')}, 'bench-donation-' || n, amount, 'UZS', initcap(fate),
       case when n % 5000 = 0 then 'Сумма не сходится' end, case when n % 5000 = 0 then moment end, moment + interval '15 minutes', moment,
       case when fate in ('paid', 'refunded') then paid_at end, moment
     from g order by n`,
    `insert into project_total (project_id, last_number, paid_count, paid_sum)
     select project_id, max(number), count(*) filter (where refunded_at is null),
       coalesce(sum(amount) filter (where refunded_at is null), 0)
     from donation where number is not null group by project_id`,
    `insert into donor_total (project_id, donor_key, name, amount, count)
     select project_id, donor_key, case when donor_key <> 'anonymous' then max(name) end,
       coalesce(sum(amount) filter (where refunded_at is null), 0), count(*) filter (where refunded_at is null)
     from donation where number is not null group by project_id, donor_key`,
    ...posted('donation', '8001', `g where fate in ('paid', 'refunded')`, idIn.donation('n'), 'paid_at', [
      [provider, '-amount'],
      [idIn.account('creator'), 'amount - commission'],
      [platform, 'commission'],
    ]),
    ...posted(
      'donation-refund',
      '8002',
      `g where fate = 'refunded'`,
      idIn.donation('n'),
      `paid_at + interval '5 hours'`,
      [
        [provider, 'amount'],
        [idIn.account('creator'), 'commission - amount'],
        [platform, '-commission'],
      ],
    ),
    `insert into alert (id, project_id, number, pay_id, name, amount, message, state, reason, source, created_at, queued_at, leased_at,
       playing_at, ended_at, membership_month)
     select ${idIn.alert('n')}, ${idIn.project('creator')}, number, ${idIn.donation('n')}, coalesce(guest, 'Друг ' || donor), amount, message,
       case when fate = 'refunded' then 'skipped' when n % 3000 = 0 then 'uncertain' else 'shown' end,
       case when fate = 'refunded' then 'refunded' end, 'obs', paid_at, paid_at, paid_at + interval '2 seconds',
       paid_at + interval '3 seconds', paid_at + interval '12 seconds', month
     from g join numbered using (n) order by n`,
    `insert into alert_queue (project_id, last_number) select project_id, max(number) from alert group by project_id`,
    `insert into event_counter (stream, last) select project_id, max(number) * 3 from alert group by project_id`,
    `insert into event_log (stream, number, kind, payload, created_at)
     select ${idIn.project('creator')}, number * 3 - part, (array['donation', 'statistics', 'queue'])[part + 1], '{"waiting": 0}', paid_at
     from g join numbered using (n), generate_series(0, 2) part where paid_at > now() - interval '7 days'`,
    `insert into webhook_delivery (webhook_id, event, subject, body, state, attempts, next_at, last_status, created_at, delivered_at)
     select ${idIn.webhook('creator')}, 'donation.paid', ${idIn.donation('n')}, '{"id":"' || ${idIn.donation('n')} || '","event":"donation.paid"}',
       'delivered', 1, null, 200, paid_at, paid_at
     from g where fate = 'paid' and paid_at > now() - interval '30 days'`,
  ];
}

/** Postings of a kind, of the rows of `from`: their entries in one statement, as the ledger wants them. */
export function posted(
  kind: string,
  mark: string,
  from: string,
  reference: string,
  at: string,
  sides: readonly (readonly [account: string, amount: string])[],
): string[] {
  const id = datedIdIn(at, mark, 'n');
  const values = sides.map(([account, amount]) => `(${account}, ${amount})`).join(', ');
  return [
    `insert into posting (id, kind, reference, created_at) select ${id}, '${kind}', ${reference}, ${at} from ${from}`,
    `insert into entry (posting_id, account_id, amount)
     select id, account_id, sum(part) from (
       select ${id} as id, side.account_id, side.part from (select * from ${from}) one, lateral (values ${values}) side (account_id, part)
     ) sides group by id, account_id having sum(part) <> 0`,
  ];
}

/** Requests of payouts, every hundredth of the first creator: most are paid, of the newest some wait. */
export function payoutRows({ payouts, creators, people }: Sizes): string[] {
  const of = (states: string) => `o where state in (${states})`;
  const admin = idIn.person(String(people));
  return [
    `create temp table o as
     select n, case when n % 50 = 0 then 1 else 1 + floor(power(random(), 2) * ${creators})::int end as creator, 100000::bigint as amount,
       now() - interval '1 day' - (${payouts} - n) * interval '${fixed.days - 30} days' / ${payouts} as moment,
       case when n > ${payouts} * 0.97 then 'Requested' when n % 20 = 0 then 'Declined' when n % 33 = 0 then 'Cancelled' else 'Paid' end as state
     from generate_series(1, ${payouts}) n`,
    `insert into payout (id, person_id, account_id, amount, card_mask, state, bank_reference, reason, decided_by, decided_at, created_at)
     select ${idIn.payout('n')}, ${idIn.person('creator')}, ${idIn.account('creator')}, amount,
       '8600 •••• •••• ' || lpad((n % 10000)::text, 4, '0'), state, case when state = 'Paid' then 'BANK-' || n end,
       case when state = 'Declined' then 'Карта закрыта' end,
       case when state in ('Paid', 'Declined') then ${admin} when state = 'Cancelled' then ${idIn.person('creator')} end,
       case when state <> 'Requested' then moment + interval '10 hours' end, moment
     from o`,
    ...posted('payout', '8003', 'o where true', idIn.payout('n'), 'moment', [
      [idIn.account('creator'), '-amount'],
      [waiting, 'amount'],
    ]),
    ...posted('payout-paid', '8004', of(`'Paid'`), idIn.payout('n'), `moment + interval '10 hours'`, [
      [waiting, '-amount'],
      [provider, 'amount'],
    ]),
    ...posted(
      'payout-return',
      '8005',
      of(`'Declined', 'Cancelled'`),
      idIn.payout('n'),
      `moment + interval '10 hours'`,
      [
        [waiting, '-amount'],
        [idIn.account('creator'), 'amount'],
      ],
    ),
  ];
}

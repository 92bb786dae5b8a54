import { afterAll, expect, test } from 'vitest';
import { openTestDatabase } from '#test/support/database/database.ts';
import { readStatistics } from './own-statistics-store.server.ts';

const projectId = '018f0000-0000-7000-8000-000000000001';

interface Donation {
  readonly day: string;
  readonly weekday: number;
  readonly hour: number;
  readonly donor: string;
  readonly name: string | null;
  readonly amount: number;
  readonly isMonth: boolean;
}

const fixture = `
  with account as (
    insert into account (kind, name) values ('platform', 'one for all') returning id
  ), person as (
    insert into person (id, phone) values (uuid_v7(), '998900000001') returning id
  ), creator as (
    insert into creator (user_id, user_name) select id, 'somebody' from person returning user_id
  )
  insert into project (id, user_id, account_id) select '${projectId}', creator.user_id, account.id from creator, account`;

/** 3,000 donations of a month from few donors and anonymous ones; every seventh is refunded, including many first ones, and every fifth pays a month. */
const donations = `
  insert into donation (id, project_id, donor_key, name, is_anonymous, amount, commission, number, paid_at, refunded_at, membership_month)
  select uuid_v7(), '${projectId}', case when n % 11 = 0 then 'anonymous' else 'name:' || of end,
    case when n % 11 <> 0 then 'Имя ' || of || ' ' || n end, n % 11 = 0, 1000 + of * n % 977, 0, 1000000 + n,
    now() - (3000 - n) * interval '14 minutes', case when n % 7 = 0 then now() end,
    case when n % 5 = 0 then 1 + n % 3 end
  from (select n, abs(hashtext(n::text)) % (1 + n / 4) as of from generate_series(1, 3000) n) drawn`;

const totals = `
  insert into donor_total (project_id, donor_key, amount, count)
  select project_id, donor_key, sum(amount), count(*) from donation where refunded_at is null group by 1, 2`;

const database = await openTestDatabase();
afterAll(() => database.close());
const db = database.db;
await db.pool.query(fixture);
await db.pool.query(donations);
await db.pool.query(totals);

async function donationsOf(timeZone: string): Promise<Donation[]> {
  const { rows } = await db.pool.query<Donation>(
    `select to_char(paid_at at time zone $2, 'YYYY-MM-DD') as day, extract(isodow from paid_at at time zone $2)::int as weekday,
       extract(hour from paid_at at time zone $2)::int as hour, donor_key as donor, name, amount,
       membership_month is not null as "isMonth" from donation
     where project_id = $1 and number is not null and refunded_at is null order by number`,
    [projectId, timeZone],
  );
  return rows;
}

const hourOfWeek = ({ weekday, hour }: Donation) => `${weekday} ${hour}`;

const sumOf = (rows: readonly Donation[]) => rows.reduce((sum, { amount }) => sum + amount, 0);

function figuresOf(rows: readonly Donation[], isNew: (donor: string) => boolean) {
  const amount = sumOf(rows);
  const months = rows.filter(({ isMonth }) => isMonth);
  const donors = [...new Set(rows.map(({ donor }) => donor))].filter((donor) => donor !== 'anonymous');
  const newDonors = donors.filter(isNew).length;
  return {
    count: rows.length,
    amount,
    average: Math.round(amount / rows.length),
    newDonors,
    returningDonors: donors.length - newDonors,
    monthlyCount: months.length,
    monthlyAmount: sumOf(months),
  };
}

test.each(['UTC', 'Asia/Tashkent', 'Asia/Kathmandu', 'America/St_Johns'])(
  'figures and donors in days of %s are those of its donations looked at one by one',
  async (timeZone) => {
    const all = await donationsOf(timeZone);
    const days = [...new Set(all.map(({ day }) => day))];
    const firstDays = new Map(all.toReversed().map(({ donor, day }) => [donor, day]));
    for (const [from = '', to = ''] of [
      [days.at(-9), days.at(-2)],
      [days.at(-25), days.at(-25)],
      [days[0], days.at(-1)],
    ]) {
      const within = all.filter(({ day }) => day >= from && day <= to);
      const { figures, donors } = await readStatistics(db, { projectId, from, to, timeZone }, 10);
      const figuresBy = new Map(
        figures.map(({ day, weekday, hour, ...row }) => [
          day ?? (weekday === null ? 'all' : `${weekday} ${hour}`),
          row,
        ]),
      );
      const isNewIn = (donor: string) => (firstDays.get(donor) ?? '') >= from;
      expect(figuresBy.get('all')).toEqual(figuresOf(within, isNewIn));
      for (const day of new Set(within.map((donation) => donation.day))) {
        const ofDay = within.filter((donation) => donation.day === day);
        expect([day, figuresBy.get(day)]).toEqual([day, figuresOf(ofDay, (donor) => firstDays.get(donor) === day)]);
      }
      for (const hour of new Set(within.map(hourOfWeek))) {
        const { count, amount, average } = figuresOf(
          within.filter((donation) => hourOfWeek(donation) === hour),
          isNewIn,
        );
        expect(figuresBy.get(hour)).toMatchObject({ count, amount, average });
      }
      const byDonor = Map.groupBy(within, ({ donor }) => donor);
      const tops = [...byDonor].map(([donor, own]) => ({
        donor,
        name: donor === 'anonymous' ? null : (own.at(-1)?.name ?? null),
        count: own.length,
        amount: sumOf(own),
        isNew: donor !== 'anonymous' && isNewIn(donor),
      }));
      tops.sort((a, b) => b.amount - a.amount || (a.donor < b.donor ? -1 : 1));
      expect(donors).toEqual(tops.slice(0, 10).map(({ donor: _, ...row }) => row));
    }
  },
);

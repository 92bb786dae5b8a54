import type { CountryProfile } from '#app/country.ts';
import { projectOfUser } from '#app/creators/creators.server.ts';
import type { Handlers } from '#base/calls/bound-call.server.ts';
import { type CallContext, callerOf } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Database, Queryable } from '#base/db/db.server.ts';
import { presentOf } from '#base/db/present.server.ts';
import { minor, subtract, toMain } from '#base/money/money.ts';
import { attachment } from '#base/text/attachment.ts';
import { csvLine, csvMark, timeCells } from '#base/text/csv.ts';
import { dayAfter, dayIn, daysIn } from '#base/text/days.ts';
import type { Locale } from '#base/text/locales.ts';
import { type Period, periodOf } from '#base/text/time-zones.ts';
import type { donationReportsCalls } from '../donation-reports.calls.ts';
import type { DonorProofs } from '../give/donor-proof.server.ts';
import { createImportHandlers } from '../imports/import-handlers.server.ts';
import { type ReceivedRow, readReceivedWhole } from '../lists/donation-reports-store.server.ts';
import { type RewordAlert, reword } from '../thanks/rewording.server.ts';
import type { ThankHandler } from '../thanks/thanking.server.ts';
import { donationHeads, donationWords } from './donation-table-words.server.ts';
import { type FiguresRow, readStatistics } from './own-statistics-store.server.ts';
import { mostDays } from './statistics-period.ts';

const topDonors = 10;

interface AskedPeriod {
  readonly From?: string | undefined;
  readonly To?: string | undefined;
  readonly TimeZone?: string | undefined;
}

async function daysOf(db: Queryable, { From, To, TimeZone }: AskedPeriod, ownZone: string) {
  const timeZone = TimeZone ?? ownZone;
  const to = To ?? dayIn(timeZone, await presentOf(db));
  const from = From ?? dayAfter(to, -29);
  const days = daysIn({ from, to });
  if (days < 1) throw failures.validationFailed({ fields: { To: 'Период кончается раньше, чем начинается' } });
  if (days > mostDays) throw failures.validationFailed({ fields: { From: 'Не больше трёх лет за раз' } });
  return { from, to, timeZone };
}

function figuresOf({ count, amount, average }: Pick<FiguresRow, 'count' | 'amount' | 'average'>) {
  return { count, amount: minor(amount), average: minor(average) };
}

const partsOf = ({ newDonors, returningDonors, monthlyCount, monthlyAmount }: FiguresRow) => ({
  newDonors,
  returningDonors,
  monthlyCount,
  monthlyAmount: minor(monthlyAmount),
});

async function statistics(query: AskedPeriod, ownZone: string, context: CallContext) {
  const period = await daysOf(context.db, query, ownZone);
  const project = await projectOfUser(context.db, callerOf(context).userId);
  const nothing = {
    day: null,
    weekday: null,
    hour: null,
    count: 0,
    amount: 0,
    average: 0,
    newDonors: 0,
    returningDonors: 0,
    monthlyCount: 0,
    monthlyAmount: 0,
  };
  const { figures: rows, donors } = project
    ? await readStatistics(context.db, { projectId: project.projectId, ...period }, topDonors)
    : { figures: [], donors: [] };
  const total = rows.find(({ day, weekday }) => day === null && weekday === null) ?? nothing;
  return {
    ...period,
    total: { ...figuresOf(total), ...partsOf(total) },
    days: rows.flatMap((row) => (row.day === null ? [] : [{ day: row.day, ...figuresOf(row), ...partsOf(row) }])),
    hours: rows.flatMap(({ weekday, hour, ...row }) =>
      weekday === null || hour === null ? [] : [{ weekday, hour, ...figuresOf(row) }],
    ),
    top: donors.map((donor) => ({ ...donor, amount: minor(donor.amount) })),
  };
}

function lineOf(row: ReceivedRow, { time, language }: AskedTable): string {
  const amount = minor(row.amount);
  const commission = minor(row.commission);
  const cells = [
    time(row.paidAt),
    row.isAnonymous ? '' : (row.name ?? ''),
    toMain(amount),
    toMain(commission),
    row.isRefunded ? 0 : toMain(subtract(amount, commission)),
    (row.isRefunded ? donationWords.refunded : donationWords.credited)[language],
    row.message ?? '',
    row.id,
    (row.month === null ? donationWords.once : donationWords.monthly)[language],
  ];
  return csvLine(cells, language);
}

interface AskedTable {
  readonly projectId: string;
  readonly period: Period;
  readonly search: string;
  readonly time: (moment: Date) => string;
  readonly language: Locale;
}

async function* tableOf(db: Database, asked: AskedTable): AsyncGenerator<string> {
  const heads = donationHeads.map((head) => head[asked.language]);
  yield `${csvMark}${csvLine(heads, asked.language)}`;
  for await (const rows of readReceivedWhole(db, asked)) {
    yield rows.map((row) => lineOf(row, asked)).join('');
  }
}

/** The dependencies of the reports. */
export interface DonationReportsDeps {
  readonly rewordAlert: RewordAlert;
  readonly proofs: Pick<DonorProofs, 'isTrue'>;
  readonly thank: ThankHandler;
  readonly country: Pick<CountryProfile, 'currencyCode' | 'timeZone'>;
}

/** Handlers of a creator's reports and of a donor's second wording. */
export function createDonationReportsHandlers({
  rewordAlert,
  proofs,
  thank,
  country,
}: DonationReportsDeps): Handlers<typeof donationReportsCalls> {
  return {
    statistics: async ({ query }, context) => statistics(query, country.timeZone, context),
    export: async ({ query }, context) => {
      const { From, To, Search = '', TimeZone: timeZone = country.timeZone, Language: language } = query;
      const project = await projectOfUser(context.db, callerOf(context).userId);
      if (project === null) throw failures.notFound();
      const period = periodOf({ From, To }, timeZone);
      const asked = { projectId: project.projectId, period, search: Search, time: timeCells(timeZone), language };
      return {
        contentType: 'text/csv; charset=utf-8',
        bytes: tableOf(context.database, asked),
        headers: attachment(`opora-donations-${dayIn(timeZone, new Date())}.csv`),
      };
    },
    thank,
    ...createImportHandlers(country),
    reword: async ({ body }, context) => {
      const donor = { userId: context.caller?.userId ?? null, isProven: proofs.isTrue(body.payId, body.proof) };
      return context.transaction((tx) => reword(tx, { ...body, donor }, rewordAlert));
    },
  };
}

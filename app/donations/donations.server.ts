import type { CountryProfile } from '#app/country.ts';
import type { Payments } from '#app/payments/payments.server.ts';
import type { Area } from '#base/calls/area.server.ts';
import { bindCalls } from '#base/calls/bound-call.server.ts';
import type { CallContext } from '#base/calls/call-context.server.ts';
import type { Limits } from '#base/calls/rate-limit.server.ts';
import type { Config } from '#base/config/config.server.ts';
import type { Database, Queryable } from '#base/db/db.server.ts';
import { amountFault, leastFault, stoppedWords } from './donation-checks.server.ts';
import { createDonationOwner } from './donation-owner.server.ts';
import { donationReportsCalls } from './donation-reports.calls.ts';
import { messageLength, readFees, readOffer } from './donation-settings-store.server.ts';
import { donationsCalls } from './donations.calls.ts';
import { forgetOldAddresses } from './donations-store.server.ts';
import { carriedDraft } from './give/carried-draft.server.ts';
import { type AskedDonation, createDonation, createDonationHandlers } from './give/donation-handlers.server.ts';
import { createDonorProofs } from './give/donor-proof.server.ts';
import { type ReceiptAsker, readReceiptDonation } from './give/receipt-donation.server.ts';
import { readPublicNames } from './lists/donation-lists-store.server.ts';
import { donationPage, donationsAfter, lastDonationNumber } from './lists/donation-page.server.ts';
import type { BeginMonthly } from './monthly-donations.server.ts';
import { paidDonations } from './paid-donation.server.ts';
import { donationsByDay, donationsOfPerson, receiversOf } from './statistics/donation-overview.server.ts';
import { donationStatistics } from './statistics/donation-statistics.server.ts';
import { goalSums } from './statistics/goal-sums.server.ts';
import { fillProjectDays } from './statistics/own-statistics-store.server.ts';
import { createDonationReportsHandlers } from './statistics/report-handlers.server.ts';
import { donationWords } from './thanks/donation-words.server.ts';
import type { RewordAlert } from './thanks/rewording.server.ts';
import { createThanking } from './thanks/thanking.server.ts';
import { readDonationTimes } from './thanks/thanks-store.server.ts';

interface DonationsOptions {
  readonly db: Database;
  readonly config: Pick<Config, 'JWT_SECRET'>;
  readonly country: Pick<CountryProfile, 'cardSystems' | 'currencyCode' | 'timeZone'>;
  readonly limits: Limits;
  readonly payments: Payments;
  readonly rewordAlert: RewordAlert;
  readonly beginMonthly: BeginMonthly;
}

const hour = 3_600_000;

/** The donors of postings, for an account statement; donations without a public name are left out. */
async function describePostings(
  db: Queryable,
  postings: readonly { readonly kind: string; readonly reference: string }[],
): Promise<ReadonlyMap<string, string>> {
  const ids = postings.filter(({ kind }) => kind.startsWith('donation')).map(({ reference }) => reference);
  if (ids.length === 0) return new Map();
  const rows = await readPublicNames(db, ids);
  return new Map(rows.flatMap(({ id, name }) => (name === null ? [] : [[id, name] as const])));
}

/** The running area. */
export type Donations = ReturnType<typeof createDonations>;

/** Creates the area. */
export function createDonations(options: DonationsOptions) {
  const { db, config, country, limits, payments, rewordAlert, beginMonthly } = options;
  const { cardSystems, timeZone } = country;
  const proofs = createDonorProofs(config.JWT_SECRET);
  const deps = { payments, proofs, cardSystems, timeZone, beginMonthly };
  const owner = createDonationOwner({ limits, cardSystems });
  const { onMonthPaid, onTimePaid, onPaid, onRefunded, onReduced, onGivenUp } = owner;
  const { thankFor, onThanked, handler: thank } = createThanking();
  return {
    calls: [
      ...bindCalls(donationsCalls, createDonationHandlers(deps)),
      ...bindCalls(donationReportsCalls, createDonationReportsHandlers({ rewordAlert, proofs, country, thank })),
    ],
    jobs: [
      { name: 'old addresses of donations', everyMilliseconds: hour, run: () => forgetOldAddresses(db) },
      { name: 'days of creators', everyMilliseconds: 15_000, run: () => fillProjectDays(db) },
    ],
    /** Writes a donation of the caller, once or the first of every month. */
    create: (asked: AskedDonation, context: CallContext) => createDonation(deps, asked, context),
    /** Posts donations when their payments change state. */
    owner,
    onMonthPaid,
    onTimePaid,
    onPaid,
    onRefunded,
    onReduced,
    onGivenUp,
    onThanked,
    statistics: donationStatistics,
    goalSums,
    times: readDonationTimes,
    words: donationWords,
    amountFault,
    leastFault,
    stoppedWords,
    page: donationPage,
    after: donationsAfter,
    lastNumber: lastDonationNumber,
    paidDonations,
    thankFor,
    forReceipt: (db: Queryable, asked: ReceiptAsker) => readReceiptDonation(db, asked, proofs),
    /** For the staff: the donations of a person, their number by day, and to whom they go. */
    overview: { donationsOfPerson, donationsByDay, receiversOf },
    describePostings,
    /** For the pages of the site. */
    forSite: { messageLength, readFees, readOffer: () => readOffer(db), carriedDraft },
  } satisfies Area & Record<string, unknown>;
}

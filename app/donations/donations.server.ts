import type { CountryProfile } from '#app/country.ts';
import type { Payments } from '#app/payments/payments.server.ts';
import type { Area } from '#base/calls/area.server.ts';
import { bindCalls } from '#base/calls/bound-call.server.ts';
import type { Config } from '#base/config/config.server.ts';
import type { Database } from '#base/db/db.server.ts';
import type { Limits } from '#base/http/rate-limit.server.ts';
import { createDonationOwner, paidDonations } from './donation-owner.server.ts';
import { donationReportsCalls } from './donation-reports.calls.ts';
import { donationsCalls } from './donations.calls.ts';
import { forgetOldAddresses } from './donations-store.server.ts';
import { createDonationHandlers } from './give/donation-handlers.server.ts';
import { createDonorProofs } from './give/donor-proof.server.ts';
import { donationPage } from './lists/donation-page.server.ts';
import { describeDonations } from './lists/donation-titles.server.ts';
import { donationsByDay, donationsOfPerson } from './statistics/donation-overview.server.ts';
import { donationStatistics } from './statistics/donation-statistics.server.ts';
import { createDonationReportsHandlers } from './statistics/report-handlers.server.ts';
import { readDonationTimes } from './thanks/donation-times-store.server.ts';
import { donationWords } from './thanks/donation-words.server.ts';
import type { RewordAlert } from './thanks/rewording.server.ts';

interface DonationsOptions {
  readonly db: Database;
  readonly config: Pick<Config, 'JWT_SECRET'>;
  readonly country: Pick<CountryProfile, 'cardSystems'>;
  readonly limits: Limits;
  readonly payments: Payments;
  readonly rewordAlert: RewordAlert;
}

const hour = 3_600_000;

/** Creates the area. */
export function createDonations({ db, config, country, limits, payments, rewordAlert }: DonationsOptions) {
  const { cardSystems } = country;
  const proofs = createDonorProofs(config.JWT_SECRET);
  const owner = createDonationOwner({ limits, cardSystems });
  const { onPaid, onRefunded, onReduced } = owner;
  return {
    calls: [
      ...bindCalls(donationsCalls, createDonationHandlers({ payments, proofs, cardSystems })),
      ...bindCalls(donationReportsCalls, createDonationReportsHandlers({ rewordAlert, proofs })),
    ],
    jobs: [{ name: 'old addresses of donations', everyMilliseconds: hour, run: () => forgetOldAddresses(db) }],
    /** Posts donations when their payments change state. */
    owner,
    onPaid,
    onRefunded,
    onReduced,
    statistics: donationStatistics,
    times: readDonationTimes,
    words: donationWords,
    page: donationPage,
    paidDonations,
    /** For the staff: the donations of a person, and the number of donations by day. */
    overview: { donationsOfPerson, donationsByDay },
    describePostings: describeDonations,
  } satisfies Area & Record<string, unknown>;
}

import { v5 as uuidV5 } from 'uuid';
import type { CountryProfile } from '#app/country.ts';
import { donorKeyOf } from '#app/donations/donation-rules.ts';
import { chargeTries } from '#app/memberships/membership-state.ts';
import { nextMonthStart } from '#app/memberships/month-starts.server.ts';
import { fromMain, type Minor, percentOf } from '#base/money/money.ts';
import { demoCreators } from '../creators/creators.ts';
import type { DemoDonation } from '../donations/donations.ts';
import type { UnpaidDonation } from '../donations/unpaid-donations.ts';
import type { DemoPerson } from '../people.ts';

/** A level of a demo creator. Amount in minor units. */
export interface DemoLevel {
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
  readonly amount: Minor;
  readonly words: string;
  readonly benefits: readonly string[];
  readonly link: string | null;
  /** Off the creator's merch. */
  readonly discountPercent: number;
  readonly place: number;
}

/** A demo membership; its months are donations. */
export interface DemoMembership {
  readonly id: string;
  readonly level: DemoLevel;
  readonly personId: string;
  readonly name: string;
  readonly anchorAt: Date;
  readonly paidUntil: Date;
  readonly starts: readonly Date[];
  readonly donations: readonly DemoDonation[];
  /** The month whose charges were refused; null: none is. */
  readonly refused: RefusedMonth | null;
}

/** A month that could not be charged: its donation was tried, and is tried again at `nextAt`; null: all tries were refused. */
export interface RefusedMonth {
  readonly donation: UnpaidDonation & { readonly month: number };
  readonly nextAt: Date | null;
}

interface MembershipOptions {
  readonly creators: ReadonlyMap<string, DemoPerson>;
  readonly buyer: DemoPerson;
  readonly country: Pick<CountryProfile, 'timeZone'>;
  readonly commissionPercent: number;
  readonly now: Date;
}

const day = 86_400_000;
const supported = 3;
const membersOfEach = 5;
/** Of the first creator's members these were refused: how many days ago the month began, and how often it was tried. */
const refusedMembers: ReadonlyMap<number, { readonly daysAgo: number; readonly tries: number }> = new Map([
  [3, { daysAgo: 1, tries: 1 }],
  [4, { daysAgo: 12, tries: chargeTries.most }],
]);

const offers = [
  {
    name: 'Зритель',
    amount: 20_000,
    words: 'Каждый месяц понемногу: так держатся все эфиры.',
    benefits: ['Имя в титрах раз в месяц'],
    link: null,
    discountPercent: 0,
  },
  {
    name: 'Друг канала',
    amount: 50_000,
    words: 'Для тех, кто хочет быть ближе.',
    benefits: ['Имя в титрах каждого эфира', 'Закрытый чат'],
    link: 'https://t.me/opora_demo_friends',
    discountPercent: 10,
  },
] as const;

/** The same id in each demo world of the same people. */
const idOf = (...parts: readonly (string | number)[]) => uuidV5(parts.join(' '), uuidV5.URL);

function startsUntil(now: Date, at: Date, timeZone: string): Date[] {
  const starts = [at];
  for (let next = at; ; starts.push(next)) {
    next = nextMonthStart({ at, timeZone }, next);
    if (next > now) return starts;
  }
}

/** The latest moment of which `start` begins a later month: one month before, or two where that month lacks its day. */
function anchorBefore(start: Date, timeZone: string): Date {
  const wanted = Temporal.Instant.fromEpochMilliseconds(start.getTime()).toZonedDateTimeISO(timeZone);
  const before = wanted.subtract({ months: 1 });
  const anchor = before.day === wanted.day ? before : wanted.subtract({ months: 2 });
  return new Date(anchor.epochMilliseconds);
}

function levelsOf({ projectId }: DemoPerson): DemoLevel[] {
  return offers.map(({ amount, ...offer }, at) => {
    const id = idOf(projectId, 'level', at);
    return { ...offer, id, projectId, amount: fromMain(amount), place: at + 1 };
  });
}

interface Donor {
  readonly personId: string;
  readonly name: string;
}

function membershipAt(
  at: number,
  { creator, level, donor, isFirst }: { creator: DemoPerson; level: DemoLevel; donor: Donor; isFirst: boolean },
  { country, commissionPercent, now }: MembershipOptions,
): DemoMembership {
  const { personId, name } = donor;
  const { projectId, accountId } = creator;
  const id = idOf(projectId, 'membership', personId);
  const stopped = isFirst ? refusedMembers.get(at) : undefined;
  const agoOf = (days: number) => new Date(now.getTime() - days * day);
  const anchorAt =
    stopped === undefined ? agoOf((at % 3) * 30 + 4 + 3 * at) : anchorBefore(agoOf(stopped.daysAgo), country.timeZone);
  const begun = startsUntil(now, anchorAt, country.timeZone);
  const starts = stopped === undefined ? begun : begun.slice(0, -1);
  const donationOf = (month: number, createdAt: Date) => ({
    id: month === 1 ? id : idOf(id, month),
    projectId,
    accountId,
    name,
    amount: level.amount,
    message: null,
    isAnonymous: false,
    donorId: personId,
    donorKey: donorKeyOf({ personId, name, isAnonymous: false }),
    commission: percentOf(level.amount, commissionPercent),
    createdAt,
    membershipId: id,
    month,
  });
  const donations = starts.map(
    (paidAt, index): DemoDonation => ({
      ...donationOf(index + 1, paidAt),
      system: 'gateway',
      paidAt,
      refundedAt: null,
    }),
  );
  const paidUntil = nextMonthStart({ at: anchorAt, timeZone: country.timeZone }, starts.at(-1) ?? anchorAt);
  const refused = stopped === undefined ? null : refusedMonth(donationOf(starts.length + 1, paidUntil), stopped.tries);
  return { id, level, personId, name, anchorAt, paidUntil, starts, donations, refused };
}

/** What was tried from the beginning of the month on. */
function refusedMonth(donation: Omit<RefusedMonth['donation'], 'tries'>, tries: number): RefusedMonth {
  const moments = [donation.createdAt];
  for (const pause of chargeTries.daysBetween) {
    moments.push(new Date((moments.at(-1) ?? donation.createdAt).getTime() + pause * day));
  }
  const made = moments.slice(0, tries).map((at) => ({ status: 'Failed', system: 'gateway', at }) as const);
  return { donation: { ...donation, tries: made }, nextAt: moments[tries] ?? null };
}

/** Two levels and five members for each of the first creators. */
export function makeMemberships(options: MembershipOptions): {
  levels: DemoLevel[];
  memberships: DemoMembership[];
} {
  const { creators, buyer } = options;
  const others = demoCreators.slice(supported).flatMap(({ userName, givenName }): Donor[] => {
    const person = creators.get(userName);
    return person ? [{ personId: person.userId, name: givenName }] : [];
  });
  const donors: Donor[] = [{ personId: buyer.userId, name: 'Бекзод' }, ...others];
  const made = demoCreators.slice(0, supported).flatMap(({ userName }, place) => {
    const creator = creators.get(userName);
    if (creator === undefined) return [];
    const levels = levelsOf(creator);
    const memberships = donors.slice(0, membersOfEach).flatMap((donor, at) => {
      const level = levels[at % levels.length];
      return level === undefined ? [] : [membershipAt(at, { creator, level, donor, isFirst: place === 0 }, options)];
    });
    return [{ levels, memberships }];
  });
  return {
    levels: made.flatMap(({ levels }) => levels),
    memberships: made.flatMap(({ memberships }) => memberships),
  };
}

import { v5 as uuidV5 } from 'uuid';
import type { CountryProfile } from '#app/country.ts';
import { donorKeyOf } from '#app/donations/donation-rules.ts';
import { nextMonthStart } from '#app/memberships/month-starts.server.ts';
import { fromMain, type Minor, percentOf } from '#base/money/money.ts';
import { demoCreators } from '../creators/creators.ts';
import type { DemoDonation } from '../donations/donations.ts';
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
  { creator, level, donor }: { creator: DemoPerson; level: DemoLevel; donor: Donor },
  { country, commissionPercent, now }: MembershipOptions,
): DemoMembership {
  const { personId, name } = donor;
  const { projectId, accountId } = creator;
  const id = idOf(projectId, 'membership', personId);
  const anchorAt = new Date(now.getTime() - ((at % 3) * 30 + 4 + 3 * at) * day);
  const starts = startsUntil(now, anchorAt, country.timeZone);
  const donations = starts.map(
    (paidAt, index): DemoDonation => ({
      id: index === 0 ? id : idOf(id, index + 1),
      projectId,
      accountId,
      name,
      amount: level.amount,
      message: null,
      isAnonymous: false,
      refundedAt: null,
      donorId: personId,
      donorKey: donorKeyOf({ personId, name, isAnonymous: false }),
      commission: percentOf(level.amount, commissionPercent),
      createdAt: paidAt,
      paidAt,
      membershipId: id,
      month: index + 1,
    }),
  );
  const paidUntil = nextMonthStart({ at: anchorAt, timeZone: country.timeZone }, starts.at(-1) ?? anchorAt);
  return { id, level, personId, name, anchorAt, paidUntil, starts, donations };
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
  const made = demoCreators.slice(0, supported).flatMap(({ userName }) => {
    const creator = creators.get(userName);
    if (creator === undefined) return [];
    const levels = levelsOf(creator);
    const memberships = donors.slice(0, membersOfEach).flatMap((donor, at) => {
      const level = levels[at % levels.length];
      return level === undefined ? [] : [membershipAt(at, { creator, level, donor }, options)];
    });
    return [{ levels, memberships }];
  });
  return {
    levels: made.flatMap(({ levels }) => levels),
    memberships: made.flatMap(({ memberships }) => memberships),
  };
}

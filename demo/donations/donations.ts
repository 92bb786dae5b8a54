import { v7 as uuidV7 } from 'uuid';
import { z } from 'zod';
import type { CountryProfile } from '#app/country.ts';
import { donorKeyOf } from '#app/donations/donation-rules.ts';
import type { PaymentSystemName } from '#app/payments/payment-systems.ts';
import { fromMain, type Minor, percentOf } from '#base/money/money.ts';
import { type DemoCreator, demoCreators } from '../creators/creators.ts';
import { localText } from '../local-text.ts';
import type { SystemMix } from '../payments/system-mix.ts';
import type { DemoPerson } from '../people.ts';
import { Random } from '../random.ts';
import donationTextsJson from './donation-texts.json' with { type: 'json' };

/** A demo donation, paid and possibly refunded. Amounts in minor units. */
export interface DemoDonation {
  readonly id: string;
  readonly projectId: string;
  readonly accountId: string;
  readonly donorId: string | null;
  readonly donorKey: string;
  readonly name: string | null;
  readonly message: string | null;
  readonly isAnonymous: boolean;
  readonly amount: Minor;
  readonly commission: Minor;
  /** By which it was paid. */
  readonly system: PaymentSystemName;
  readonly createdAt: Date;
  readonly paidAt: Date;
  readonly refundedAt: Date | null;
  /** Absent: it was given once. */
  readonly membershipId?: string;
  readonly month?: number;
  /** The stream together in which it was shared, with all that was given; absent: it was not. */
  readonly jointId?: string;
  readonly whole?: Minor;
  /** It is the part of another creator in this one. */
  readonly jointOf?: string;
  /** The pieces of merch that it gives to viewers; absent: none. */
  readonly givenPieces?: { readonly count: number; readonly product: string };
}

export interface DonationOptions {
  readonly creators: ReadonlyMap<string, DemoPerson>;
  readonly buyer: DemoPerson;
  readonly country: CountryProfile;
  readonly commissionPercent: number;
  readonly now: Date;
}

interface PaidOptions extends DonationOptions {
  readonly mix: SystemMix;
}

const howMany = 400;
/** Donations of the last three hours; all others are older. */
const howManyToday = 7;
const days = 90;
const minute = 60_000;
const day = 24 * 60 * minute;

const donationTexts = z
  .strictObject({
    donors: z.array(z.strictObject({ name: z.string(), weight: z.number().positive() })),
    messages: z.record(z.enum(['any', 'stream', 'music', 'art', 'talk', 'text']), z.array(z.string())),
  })
  .parse(donationTextsJson);

type Topic = keyof typeof donationTexts.messages;

/** Amounts in main units with their weights. */
const amounts: readonly (readonly [amount: number, weight: number])[] = [
  [5_000, 20],
  [10_000, 26],
  [15_000, 8],
  [20_000, 10],
  [25_000, 14],
  [33_000, 3],
  [50_000, 13],
  [77_000, 2],
  [100_000, 7],
  [150_000, 2],
  [200_000, 2],
  [300_000, 1],
  [500_000, 0.7],
  [1_000_000, 0.3],
];

/** Refunded donations: the 40th, the 170th and the 301st. */
const refunded: ReadonlySet<number> = new Set([40, 170, 301]);

function topicOf({ types }: DemoCreator): Topic {
  if (types.some((type) => type === 1 || type === 3)) return 'stream';
  if (types.includes(4)) return 'music';
  if (types.some((type) => type === 9 || type === 11)) return 'text';
  return types.some((type) => type === 2 || type === 8 || type === 10) ? 'art' : 'talk';
}

/** What can be said to each creator; nobody gets the same words again before all others were said. */
type Decks = Map<string, string[]>;

function shuffled(words: readonly string[], random: Random): string[] {
  const keyed = words.map((text) => ({ text, key: random.next() }));
  return keyed.sort((one, other) => one.key - other.key).map(({ text }) => text);
}

function messageFor(creator: DemoCreator, country: CountryProfile, random: Random, decks: Decks): string | null {
  if (!random.chance(84)) return null;
  const { any } = donationTexts.messages;
  const left = decks.get(creator.userName);
  const own = donationTexts.messages[topicOf(creator)];
  const deck = left === undefined || left.length === 0 ? shuffled([...any, ...own], random) : left;
  const message = deck.pop() ?? '';
  decks.set(creator.userName, deck);
  return localText(message, country);
}

/** A random moment: more recent than old ones, more in the evening, and never before the creator joined. */
function momentFor(creator: DemoCreator, at: number, { now }: DonationOptions, random: Random): Date {
  if (at < howManyToday) return new Date(now.getTime() - (at * 23 + random.whole(4, 19)) * minute);
  const back = Math.min(days, creator.joinedDaysAgo - 1) * random.next() ** 1.4;
  const midnight = Math.floor((now.getTime() - back * day) / day) * day;
  const evening = random.chance(70) ? random.between(12, 19) : random.between(3, 12);
  const moment = midnight + evening * 60 * minute;
  return new Date(moment > now.getTime() - 180 * minute ? moment - day : moment);
}

function donorFor({ buyer, country }: DonationOptions, random: Random) {
  const isBuyer = random.chance(4);
  const name = isBuyer ? 'Бекзод' : random.pickWeighted(donationTexts.donors, ({ weight }) => weight ** 1.6).name;
  return {
    donorId: isBuyer ? buyer.userId : null,
    name: !isBuyer && random.chance(3) ? null : localText(name, country),
    isAnonymous: random.chance(11),
  };
}

function donationAt(at: number, options: PaidOptions, random: Random, decks: Decks): DemoDonation[] {
  const creator = random.pickWeighted(demoCreators, ({ weight }) => weight);
  const person = options.creators.get(creator.userName);
  if (person === undefined) return [];
  const { donorId, name, isAnonymous } = donorFor(options, random);
  const paidAt = momentFor(creator, at, options, random);
  const amount = fromMain(random.pickWeighted(amounts, ([, weight]) => weight)[0]);
  const createdAt = new Date(paidAt.getTime() - random.whole(25, 170) * 1_000);
  const noise = Uint8Array.from({ length: 16 }, () => random.whole(0, 255));
  return [
    {
      id: uuidV7({ msecs: createdAt.getTime(), random: noise }),
      projectId: person.projectId,
      accountId: person.accountId,
      donorId,
      name,
      isAnonymous,
      donorKey: donorKeyOf({ personId: donorId, name, isAnonymous }),
      message: messageFor(creator, options.country, random, decks),
      amount,
      commission: percentOf(amount, options.commissionPercent),
      system: options.mix.next({ amount, isRefunded: refunded.has(at) }),
      createdAt,
      paidAt,
      refundedAt: refunded.has(at) ? new Date(Math.min(paidAt.getTime() + day, options.now.getTime() - minute)) : null,
    },
  ];
}

/** 400 donations over 90 days, in the order in which they were paid. */
export function makeDonations(options: PaidOptions): DemoDonation[] {
  const random = new Random('donations');
  const decks: Decks = new Map();
  const donations = Array.from({ length: howMany }, (_, at) => donationAt(at, options, random, decks)).flat();
  return donations.sort((a, b) => a.paidAt.getTime() - b.paidAt.getTime());
}

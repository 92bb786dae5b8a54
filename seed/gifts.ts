import { v7 as uuidV7 } from 'uuid';
import { z } from 'zod';
import { donorKeyOf } from '#app/donations/donation-text.ts';
import { fromMain, type Minor, percentOf } from '#base/money.ts';
import { type DemoCreator, demoCreators } from './creators.ts';
import giftTextsJson from './gift-texts.json' with { type: 'json' };
import type { DemoPerson } from './people.ts';
import { Random } from './random.ts';

/** A gift of the demo world, paid and perhaps given back. Amounts in minor units. */
export interface DemoGift {
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
  readonly createdAt: Date;
  readonly paidAt: Date;
  readonly refundedAt: Date | null;
}

/** What gifts are made from. */
export interface GiftOptions {
  readonly creators: ReadonlyMap<string, DemoPerson>;
  readonly buyer: DemoPerson;
  readonly commissionPercent: number;
  readonly now: Date;
}

const howMany = 400;
/** Within the last three hours; all others lie before them, whatever the time of day. */
const howManyToday = 7;
const days = 90;
const minute = 60_000;
const day = 24 * 60 * minute;

const giftTexts = z
  .strictObject({
    donors: z.array(z.strictObject({ name: z.string(), weight: z.number().positive() })),
    messages: z.record(z.enum(['any', 'stream', 'music', 'art', 'talk', 'text']), z.array(z.string())),
  })
  .parse(giftTextsJson);

type Topic = keyof typeof giftTexts.messages;

/** In main units, with how often they are given. */
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

/** Gifts that were given back: the 40th, the 170th and the 301st. */
const refunded: ReadonlySet<number> = new Set([40, 170, 301]);

function topicOf({ types }: DemoCreator): Topic {
  if (types.some((type) => type === 1 || type === 3)) return 'stream';
  if (types.includes(4)) return 'music';
  if (types.some((type) => type === 9 || type === 11)) return 'text';
  return types.some((type) => type === 2 || type === 8 || type === 10) ? 'art' : 'talk';
}

function messageFor(creator: DemoCreator, random: Random): string | null {
  if (!random.chance(54)) return null;
  const topic = random.chance(55) ? 'any' : topicOf(creator);
  return random.pick(giftTexts.messages[topic]);
}

/** More of late than long ago, more in the evening than in the morning, and never before the creator came. */
function momentFor(creator: DemoCreator, at: number, { now }: GiftOptions, random: Random): Date {
  if (at < howManyToday) return new Date(now.getTime() - (at * 23 + random.whole(4, 19)) * minute);
  const back = Math.min(days, creator.joinedDaysAgo - 1) * random.next() ** 1.4;
  const midnight = Math.floor((now.getTime() - back * day) / day) * day;
  const evening = random.chance(70) ? random.between(12, 19) : random.between(3, 12);
  const moment = midnight + evening * 60 * minute;
  return new Date(moment > now.getTime() - 180 * minute ? moment - day : moment);
}

function donorFor({ buyer }: GiftOptions, random: Random) {
  const isBuyer = random.chance(4);
  const name = isBuyer ? 'Бекзод' : random.pickWeighted(giftTexts.donors, ({ weight }) => weight ** 1.6).name;
  return {
    donorId: isBuyer ? buyer.userId : null,
    name: !isBuyer && random.chance(3) ? null : name,
    isAnonymous: random.chance(11),
  };
}

function giftAt(at: number, options: GiftOptions, random: Random): DemoGift[] {
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
      ...{ donorId, name, isAnonymous },
      donorKey: donorKeyOf({ personId: donorId, name, isAnonymous }),
      message: messageFor(creator, random),
      amount,
      commission: percentOf(amount, options.commissionPercent),
      ...{ createdAt, paidAt },
      refundedAt: refunded.has(at) ? new Date(Math.min(paidAt.getTime() + day, options.now.getTime() - minute)) : null,
    },
  ];
}

/** 400 gifts over 90 days, in the order in which they were paid. */
export function makeGifts(options: GiftOptions): DemoGift[] {
  const random = new Random('gifts');
  const gifts = Array.from({ length: howMany }, (_, at) => giftAt(at, options, random)).flat();
  return gifts.sort((a, b) => a.paidAt.getTime() - b.paidAt.getTime());
}

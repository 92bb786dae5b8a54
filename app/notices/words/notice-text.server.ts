import type { CountryProfile } from '#app/country.ts';
import type { PieceNews } from '#app/gifts/gift-notices.server.ts';
import type { JointNews } from '#app/joint/joint-notices.server.ts';
import type { DonorNews } from '#app/memberships/donor-notice.server.ts';
import type { OrderStatus } from '#app/orders/order-status.ts';
import { add, formatAmount, type Minor, toMain } from '#base/money/money.ts';
import { dateText } from '#base/text/dates.ts';
import type { Locale } from '#base/text/locales.ts';
import { fieldWords } from './field-words.server.ts';
import { jointWords } from './joint-words.server.ts';
import { noticeWords } from './notice-words.server.ts';
import { orderWords } from './order-words.server.ts';
import { pieceWords } from './piece-words.server.ts';
import { supportWords } from './support-words.server.ts';

/** A donation as a message shows it. */
interface ShownDonation {
  /** Null: the donor is anonymous. */
  readonly name: string | null;
  readonly amount: Minor;
  /** All that was given, where it was shared; null: it was not. */
  readonly whole: Minor | null;
  readonly message: string | null;
}

/** What a message says, before it has a language. */
export type Fact =
  | { readonly kind: 'donation'; readonly donation: ShownDonation }
  | { readonly kind: 'donations'; readonly donations: readonly ShownDonation[] }
  | { readonly kind: 'payout'; readonly isPaid: boolean; readonly amount: Minor; readonly reason: string | null }
  | { readonly kind: 'source' }
  | { readonly kind: 'message'; readonly creator: string; readonly text: string }
  | { readonly kind: 'post'; readonly creator: string; readonly title: string; readonly path: string }
  | { readonly kind: 'draw'; readonly creator: string; readonly text: string; readonly path: string }
  | ({ readonly kind: 'piece' } & PieceNews)
  | ({ readonly kind: 'joint' } & JointNews)
  | ({ readonly kind: 'support' } & DonorNews)
  /** `words`: the creator's words of thanks. */
  | { readonly kind: 'thanks'; readonly payId: string; readonly name: string; readonly words: string | null }
  | {
      readonly kind: 'order';
      readonly orderId: string;
      readonly number: string;
      readonly status: OrderStatus;
      readonly isGiven: boolean;
    }
  | {
      readonly kind: 'review';
      readonly accepted: readonly string[];
      readonly rejected: readonly { readonly name: string; readonly comment: string | null }[];
    };

/** A message in plain text. */
export interface NoticeText {
  readonly title: string;
  readonly lines: readonly string[];
}

/** The most names that a message about several donations lists. */
const mostNames = 20;

function reviewLines(fact: Extract<Fact, { kind: 'review' }>, language: Locale): string[] {
  const words = noticeWords[language];
  const names: Readonly<Record<string, string>> = fieldWords[language];
  const nameOf = (field: string) => names[field] ?? field;
  return [
    ...(fact.accepted.length > 0 ? [`${words.accepted}: ${fact.accepted.map(nameOf).join(', ')}`] : []),
    ...fact.rejected.map(({ name, comment }) =>
      [`${words.rejected}: ${nameOf(name)}`, ...(comment === null ? [] : [comment])].join('. '),
    ),
  ];
}

/** The currency of sums and the zone of days. */
export type NoticeCountry = Pick<CountryProfile, 'currencyLabel' | 'currencyCode' | 'timeZone'>;

/** Words a fact. */
export function noticeText(fact: Fact, language: Locale, country: NoticeCountry): NoticeText {
  const { currencyLabel, currencyCode, timeZone } = country;
  const words = noticeWords[language];
  const currency = language === 'ru' ? currencyLabel : currencyCode;
  const sumOf = (amount: Minor) => `${formatAmount(toMain(amount), language)}\u00a0${currency}`;
  const nameOf = ({ name }: ShownDonation) => name ?? words.somebody;
  switch (fact.kind) {
    case 'donation': {
      const { donation } = fact;
      const title = words.donation(nameOf(donation), sumOf(donation.amount));
      const part = donation.whole === null ? [] : [words.partOf(sumOf(donation.whole))];
      return { title, lines: [...part, ...(donation.message === null ? [] : [donation.message])] };
    }
    case 'donations': {
      const sum = add(...fact.donations.map(({ amount }) => amount));
      const names = [...new Set(fact.donations.map(nameOf))];
      const more = names.length > mostNames ? '…' : '';
      const from = `${words.from}: ${names.slice(0, mostNames).join(', ')}${more}`;
      return { title: words.donations(fact.donations.length, sumOf(sum)), lines: [from] };
    }
    case 'payout': {
      const { isPaid, amount, reason } = fact;
      const title = isPaid ? words.payoutPaid(sumOf(amount)) : words.payoutDeclined(sumOf(amount));
      return { title, lines: reason === null ? [] : [`${words.reason}: ${reason}`] };
    }
    case 'source':
      return { title: words.sourceLost, lines: [words.sourceAdvice] };
    case 'message':
      return { title: words.message(fact.creator), lines: [fact.text] };
    case 'post':
      return { title: words.post(fact.creator), lines: [fact.title] };
    case 'draw':
      return { title: words.won(fact.creator), lines: [fact.text, words.wonAdvice] };
    case 'piece': {
      const day = dateText(fact.until, language, { date: 'dayMonth', timeZone });
      const { title, line } = pieceWords[language][fact.said];
      return { title: title(fact), lines: [line(day)] };
    }
    case 'joint': {
      const { title, line } = jointWords[language][fact.said];
      const until = fact.endsAt === null ? '' : dateText(fact.endsAt, language, { time: 'short', timeZone });
      const said = { ...fact, until };
      return { title: title(said), lines: [line(said)] };
    }
    case 'support': {
      const { title, line } = supportWords[language][fact.said];
      const day = fact.at === null ? '' : dateText(fact.at, language, { date: 'dayMonth', timeZone });
      const sum = sumOf(fact.amount);
      return { title: title(fact.creator, sumOf(fact.newAmount ?? fact.amount)), lines: [line(day, sum)] };
    }
    case 'thanks':
      return { title: words.thanks(fact.name), lines: fact.words === null ? [] : [fact.words] };
    case 'order': {
      const { title, states } = orderWords[language];
      // Nobody gets money back for what was given.
      const status = fact.isGiven && fact.status === 'Refunded' ? 'Cancelled' : fact.status;
      return { title: title(fact.number), lines: [states[status]] };
    }
    case 'review':
      return { title: words.review, lines: reviewLines(fact, language) };
  }
}

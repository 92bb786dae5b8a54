import type { Minor } from '#base/money/money.ts';
import type { MembershipRow } from './membership-store.server.ts';

/** What donors are notified of (docs/rules.md#memberships). */
export const donorNoticeKinds = ['refused', 'paused', 'soon', 'card', 'price', 'ended', 'gifted'] as const;

type DonorNoticeKind = (typeof donorNoticeKinds)[number];

/** What the donor of a membership is notified of. */
export interface DonorNotice {
  readonly kind: DonorNoticeKind;
  readonly membershipId: string;
  readonly personId: string;
  /** The month that is to be paid next. */
  readonly month: number;
  /** Refused tries of this month. */
  readonly tries: number;
  /** Each receiver gets one notice for one subject. */
  readonly subject: string;
}

/** What a notice says when it is sent. */
export interface DonorNews {
  readonly said:
    | 'refused'
    | 'refusedWithoutCard'
    | 'paused'
    | 'soon'
    | 'cardMissing'
    | 'cardExpires'
    | 'newPrice'
    | 'ended'
    | 'stopped'
    | 'gifted';
  /** The name of the creator. */
  readonly creator: string;
  /** A month. */
  readonly amount: Minor;
  /** The price of the level that is not accepted. */
  readonly newAmount: Minor | null;
  /** When the next month or try is charged, or a gifted month is over. */
  readonly at: Date | null;
  /** Of the page where it can be changed. */
  readonly path: string;
}

type Noticed = Pick<MembershipRow, 'id' | 'personId' | 'months'>;

/** A notice about the next month of a membership, once for `of`. */
export function donorNotice(
  kind: DonorNoticeKind,
  { id: membershipId, personId, months }: Noticed,
  { of, tries = 0 }: { readonly of?: string | number; readonly tries?: number } = {},
): DonorNotice {
  const month = months + 1;
  return { kind, membershipId, personId, month, tries, subject: [kind, membershipId, of ?? month].join(':') };
}

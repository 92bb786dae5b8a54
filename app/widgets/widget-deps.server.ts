import { findProject, type Project, projectOfUser } from '#app/creators/creators.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Queryable, Tx } from '#base/db/db.server.ts';
import type { EventHub } from '#base/events/live.server.ts';
import type { Minor } from '#base/money/money.ts';
import type { StreamSlots } from './health/stream-slots.server.ts';
import type { ApprovedDonations, ShownDonations } from './shown-times-store.server.ts';
import type { Voices } from './voice/voices.server.ts';
import type { WidgetKeys } from './widget-key.server.ts';

/** The figures of a project's donations. Names are null for anonymous donors; stop words are masked. */
interface DonationFigures {
  readonly amount: Minor;
  readonly count: number;
  /** Newest first. */
  readonly last: readonly { readonly name: string | null; readonly amount: Minor; readonly paidAt: Date }[];
  /** The largest first. */
  readonly top: readonly { readonly name: string | null; readonly amount: Minor; readonly count: number }[];
}

/** A donation, as far as its donor's receipt needs it. */
export interface DonationTimes {
  readonly projectId: string;
  readonly paidAt: Date | null;
  readonly refundedAt: Date | null;
}

/** The texts of donations, and the mask for everyone but their owner. */
export interface DonationWords {
  /** Masks by the present list of stop words. */
  mask(text: string): string;
  /** By payId, as donors wrote them: only for the creator. */
  readonly written: ReadonlyMap<string, { readonly name: string | null; readonly message: string | null }>;
}

/** What the widgets need from the rest of the product. */
export interface WidgetDeps {
  readonly hub: EventHub;
  /** Seals the widget keys: `JWT_SECRET`. */
  readonly secret: string;
  /** The site's public address without a trailing slash. */
  readonly publicUrl: string;
  /** Whether the number of pages per key is limited; false in load tests. */
  readonly hasLimits: boolean;
  /** The currency label after amounts. */
  readonly currency: string;
  /** Where days and months begin, `Asia/Tashkent`. */
  readonly timeZone: string;
  /** Sum and count since a moment (null: since the first donation), the last donations and the top donors, `most` of each. */
  donationStatistics(
    db: Queryable,
    projectId: string,
    asked: { since: Date | null; most: number },
  ): Promise<DonationFigures>;
  /** What came together since a moment (null: since the first donation), in how many donations, of how many people. */
  goalSums(
    db: Queryable,
    projectId: string,
    since: Date | null,
  ): Promise<{ readonly amount: Minor; readonly count: number; readonly people: number }>;
  /** How many give to a project every month. */
  countMembers(db: Queryable, projectId: string): Promise<number>;
  /** A donation by its payId, paid or not; null where there is none. */
  donationTimes(db: Queryable, payId: string): Promise<DonationTimes | null>;
  /** The mask of the present stop words, with `texts` masked in advance, and the texts of the named donations. */
  donationWords(db: Queryable, payIds: readonly string[], texts: readonly (string | null)[]): Promise<DonationWords>;
  /** Called in the transaction that records donations as shown; twice for a donation that is shown twice. */
  whenShown(tx: Tx, shown: ShownDonations): Promise<void>;
  /** Called in the transaction that approves messages. */
  whenApproved(tx: Tx, approved: ApprovedDonations): Promise<void>;
}

/** The dependencies with what is created from them once. */
export interface WidgetServices extends WidgetDeps {
  readonly keys: WidgetKeys;
  readonly slots: StreamSlots;
  readonly voices: Voices;
}

/** The project of the caller. Every user has one. */
export async function ownProject(db: Queryable, userId: string): Promise<Project> {
  const project = await projectOfUser(db, userId);
  if (project === null) throw failures.forbidden();
  return project;
}

/** The project of an id that our own rows reference. */
export async function projectAt(db: Queryable, projectId: string): Promise<Project> {
  const project = await findProject(db, projectId);
  if (project === null) throw new Error('a widget of a project that is not there');
  return project;
}

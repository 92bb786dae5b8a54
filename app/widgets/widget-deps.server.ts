import { findProject, type Project, projectOfUser } from '#app/creators/creators.server.ts';
import type { Queryable, Tx } from '#base/db.server.ts';
import { failures } from '#base/errors.ts';
import type { EventHub } from '#base/live.server.ts';
import type { Minor } from '#base/money.ts';
import type { WidgetKeys } from './widget-key.server.ts';

/** The figures of a project's gifts; names null where the donor is anonymous, stop words masked. */
interface GiftFigures {
  readonly amount: Minor;
  readonly count: number;
  /** Newest first. */
  readonly last: readonly { readonly name: string | null; readonly amount: Minor; readonly paidAt: Date }[];
  /** The largest first. */
  readonly top: readonly { readonly name: string | null; readonly amount: Minor; readonly count: number }[];
}

/** A gift as far as its donor's receipt needs it. */
export interface GiftTimes {
  readonly paidAt: Date | null;
  readonly refundedAt: Date | null;
}

/** What gifts say, and what of it others may read. */
export interface GiftWords {
  /** Masks the stop words as they are now. */
  mask(text: string): string;
  /** By payId, as donors have written it: for the creator's eyes only. */
  readonly written: ReadonlyMap<string, { readonly name: string | null; readonly message: string | null }>;
}

/** What the widgets need of the rest of the product. */
export interface WidgetDeps {
  readonly hub: EventHub;
  /** Seals the widget keys; the program's own secret. */
  readonly secret: string;
  /** The site's address as visitors type it, without a slash at the end. */
  readonly publicUrl: string;
  /** The word behind amounts. */
  readonly currency: string;
  /** Where days and months begin, `Asia/Tashkent`. */
  readonly timeZone: string;
  /** Sum and count since a moment (null: of all times), the last gifts and the top donors, `most` of each. */
  donationStatistics(
    db: Queryable,
    projectId: string,
    asked: { since: Date | null; most: number },
  ): Promise<GiftFigures>;
  /** A gift by its payId, paid or not; null where there is none. */
  giftTimes(db: Queryable, payId: string): Promise<GiftTimes | null>;
  /** The stop words as they are now, and the words of the gifts named. */
  giftWords(db: Queryable, payIds: readonly string[]): Promise<GiftWords>;
  /** What others do when gifts have been shown, in the transaction that notes it; told twice of a gift that is shown twice. */
  whenShown(
    tx: Tx,
    shown: { projectId: string; gifts: readonly { readonly payId: string; readonly shownAt: Date }[] },
  ): Promise<void>;
}

/** The deps with the keys made of them. */
export interface WidgetHouse extends WidgetDeps {
  readonly keys: WidgetKeys;
}

/** The project of the caller; everybody has one. */
export async function ownProject(db: Queryable, userId: string): Promise<Project> {
  const project = await projectOfUser(db, userId);
  if (project === null) throw failures.forbidden.because();
  return project;
}

/** The project of an id that our own rows refer to. */
export async function projectAt(db: Queryable, projectId: string): Promise<Project> {
  const project = await findProject(db, projectId);
  if (project === null) throw new Error('a widget of a project that is not there');
  return project;
}

import type { Queryable } from '#base/db.server.ts';
import { type Minor, minor } from '#base/money.ts';
import { findProjects } from '../creators/creators.server.ts';
import type { OwnRow } from './donation-lists-store.server.ts';
import { readGiftsByDay, readGivenGifts, readReceivedGifts } from './gift-overview-store.server.ts';

/** A gift as moderators see it; `otherId`: the person on its other side, null: a guest. */
export interface PersonGift {
  readonly id: string;
  readonly amount: Minor;
  /** Null also for an anonymous gift on the side of who got it. */
  readonly name: string | null;
  /** As it was written. */
  readonly message: string | null;
  readonly isAnonymous: boolean;
  readonly isRefunded: boolean;
  readonly paidAt: Date;
  readonly otherId: string | null;
}

function shown(row: OwnRow, otherId: string | null): PersonGift {
  const { id, amount, name, message, isAnonymous, isRefunded, paidAt } = row;
  return { id, amount: minor(amount), name, message, isAnonymous, isRefunded, paidAt, otherId };
}

/** An anonymous donor is nobody's business but his own: whoever looks at the creator is not told who he is. */
function receivedGift(row: OwnRow & { readonly donorId: string | null }): PersonGift {
  return row.isAnonymous ? { ...shown(row, null), name: null } : shown(row, row.donorId);
}

/** Gifts to a project or by a donor, the newest first; given back ones too. */
export async function giftsOfPerson(
  db: Queryable,
  asked: { kind: 'received' | 'given'; userId: string; projectId: string; skip: number; take: number },
): Promise<{ items: PersonGift[]; count: number }> {
  const { kind, userId, projectId, skip, take } = asked;
  if (kind === 'received') {
    const { items, count } = await readReceivedGifts(db, { projectId, skip, take });
    return { count, items: items.map(receivedGift) };
  }
  const { items, count } = await readGivenGifts(db, { donorId: userId, skip, take });
  const projects = await findProjects(db, [...new Set(items.map((row) => row.projectId))]);
  return { count, items: items.map((row) => shown(row, projects.get(row.projectId)?.userId ?? null)) };
}

/** Gifts paid and not given back by day (`2026-01-31`) of a time zone. */
export async function giftsByDay(db: Queryable, asked: { from: Date; to: Date; timeZone: string }) {
  const rows = await readGiftsByDay(db, asked);
  return rows.map(({ day, count, amount }) => ({ day, count, amount: minor(amount) }));
}

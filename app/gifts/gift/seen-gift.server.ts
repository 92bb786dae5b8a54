import { findProject, type Project } from '#app/creators/creators.server.ts';
import { readLiveMembership } from '#app/memberships/membership-store.server.ts';
import type { CallContext } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import { isoOrNull } from '#base/calls/moment-wire.ts';
import type { DerivedProofs } from '#base/config/derived-proofs.server.ts';
import type { Queryable } from '#base/db/db.server.ts';
import { readOwnTicket } from './gift-entry-store.server.ts';
import { readGot } from './gift-place-store.server.ts';
import type { GiftRow } from './gift-store.server.ts';
import { readWin, type WinRow } from './pieces-store.server.ts';

interface SeenGift {
  readonly gift: GiftRow;
  readonly project: Project;
}

/** A gift for whoever asks. 404: there is none, it is not paid, or their creator is blocked. */
export async function seenGift({ db }: Pick<CallContext, 'db'>, gift: GiftRow | null): Promise<SeenGift> {
  const project = gift && (await findProject(db, gift.projectId));
  if (gift === null || gift.openedAt === null || !project?.isAvailable) throw failures.notFound();
  return { gift, project };
}

/** Why somebody can get nothing of a gift; `Other`: they can. Members can get pieces. */
export async function roleOf(db: Queryable, { gift, project }: SeenGift, personId: string) {
  if (gift.personId === personId) return 'Donor';
  if (project.userId === personId) return 'Creator';
  if (gift.kind === 'Pieces') return 'Other';
  return (await readLiveMembership(db, gift.projectId, personId)) === null ? 'Other' : 'Member';
}

/** Whether a person got some of a gift, whatever became of it. */
export async function hasGot(db: Queryable, { id, kind }: GiftRow, personId: string): Promise<boolean> {
  return (await (kind === 'Months' ? readGot(db, id, personId) : readWin(db, id, personId))) !== null;
}

/** The piece that a person got, as they see it. */
function gotPiece(win: WinRow | null) {
  if (win === null || win.chooseUntil === null) return null;
  const { place, chooseUntil, orderId, lapsedAt, withdrawnAt } = win;
  const ends = { lapsedAt: isoOrNull(lapsedAt), withdrawnAt: isoOrNull(withdrawnAt) };
  return { place, until: chooseUntil.toISOString(), orderId, ...ends };
}

/** What a gift is for a person. */
export async function partIn(db: Queryable, seen: SeenGift, asked: { personId: string; secrets: DerivedProofs }) {
  const { gift } = seen;
  const { personId, secrets } = asked;
  const isMonths = gift.kind === 'Months';
  const [role, ticket, until, win] = await Promise.all([
    roleOf(db, seen, personId),
    readOwnTicket(db, gift.id, personId),
    isMonths ? readGot(db, gift.id, personId) : null,
    isMonths ? null : readWin(db, gift.id, personId),
  ]);
  const months = gift.receiver === 'Chat' ? 1 : gift.taken;
  const paidUntil = isoOrNull(until);
  return {
    role,
    ticket: ticket?.toString('hex') ?? null,
    got: paidUntil === null ? null : { months, paidUntil },
    piece: gotPiece(win),
    secret: role === 'Donor' && gift.receiver === 'Link' ? secrets.issue(gift.id) : null,
  };
}

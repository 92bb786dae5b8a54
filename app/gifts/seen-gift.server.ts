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

interface SeenGift {
  readonly gift: GiftRow;
  readonly project: Project;
}

/** Gifted months for whoever asks. 404: there are none, they are not paid, or their creator is blocked. */
export async function seenGift({ db }: Pick<CallContext, 'db'>, gift: GiftRow | null): Promise<SeenGift> {
  const project = gift && (await findProject(db, gift.projectId));
  if (gift === null || gift.openedAt === null || !project?.isAvailable) throw failures.notFound();
  return { gift, project };
}

/** Why somebody can get none of the months; null: they can. */
export async function roleOf(db: Queryable, { gift, project }: SeenGift, personId: string) {
  if (gift.personId === personId) return 'Donor';
  if (project.userId === personId) return 'Creator';
  return (await readLiveMembership(db, gift.projectId, personId)) === null ? 'Other' : 'Member';
}

/** What gifted months are for a person. */
export async function partIn(db: Queryable, seen: SeenGift, asked: { personId: string; secrets: DerivedProofs }) {
  const { gift } = seen;
  const { personId, secrets } = asked;
  const [role, ticket, until] = await Promise.all([
    roleOf(db, seen, personId),
    readOwnTicket(db, gift.id, personId),
    readGot(db, gift.id, personId),
  ]);
  const months = gift.receiver === 'Chat' ? 1 : gift.taken;
  const paidUntil = isoOrNull(until);
  return {
    role,
    ticket: ticket?.toString('hex') ?? null,
    got: paidUntil === null ? null : { months, paidUntil },
    piece: null,
    secret: role === 'Donor' && gift.receiver === 'Link' ? secrets.issue(gift.id) : null,
  };
}

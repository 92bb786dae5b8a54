import { type Queryable, statement } from '#base/db/db.server.ts';
import { type ListPlace, microsecondsOf, momentOf } from '#base/db/list-place.server.ts';
import type { MembershipState } from './membership-state.ts';
import { type MembershipRow, membershipColumns } from './membership-store.server.ts';

interface ListPart {
  /** Null: from the beginning. */
  readonly after: ListPlace | null;
  readonly take: number;
}

/** A place as values of a statement. The beginning is one, too: with a condition that is left out, a prepared plan reads the whole list. */
export const placeValues = (after: ListPlace | null) =>
  after === null ? [Number.MAX_SAFE_INTEGER, 'ffffffff-ffff-ffff-ffff-ffffffffffff'] : [after.at, after.id];

/** A membership with the moment of its place in the list. */
export interface ListedMembership extends MembershipRow {
  readonly placeAt: number;
}

/** A membership for the staff. */
export interface StaffRow extends ListedMembership {
  readonly tries: number;
  readonly refusal: string | null;
}

const columns = `${membershipColumns}, ${microsecondsOf('m.since')} as "placeAt"`;

const newest = `(m.since, m.id) < (${momentOf('$2')}, $3::uuid) order by m.since desc, m.id desc limit $4`;

const live = statement<ListedMembership>(`
  select ${columns} from membership m
  where m.project_id = $1 and m.state in ('Active', 'Overdue', 'Paused', 'Leaving') and ${newest}`);

const inState = statement<ListedMembership>(`
  select ${columns} from membership m
  where m.project_id = $1 and m.since is not null and m.state = $5 and ${newest}`);

const all = statement<ListedMembership>(`
  select ${columns} from membership m where m.project_id = $1 and m.since is not null and ${newest}`);

const withTries = `
  select ${membershipColumns}, ${microsecondsOf('m.created_at')} as "placeAt", coalesce(c.tries, 0) as tries, c.refusal
  from membership m left join membership_charge c on c.membership_id = m.id and c.month = m.months + 1`;

const newestMade = `(m.created_at, m.id) < (${momentOf('$2')}, $3::uuid) order by m.created_at desc, m.id desc limit $4`;

const ofAll = statement<StaffRow>(`${withTries} where m.state = $1 and ${newestMade}`);

const ofParties = statement<StaffRow>(`
  ${withTries} where m.id in (
    (select m.id from membership m where m.state = $1 and m.person_id = $5 and ${newestMade})
    union
    (select m.id from membership m where m.state = $1 and m.project_id = $6 and ${newestMade})
  ) and ${newestMade}`);

const countOfParties = statement<{ count: number }>(
  'select count(*) as count from membership where state = $1 and (person_id = $2 or project_id = $3)',
);

/** Members of a project, newest first. `state`: by default all that have not ended. */
export async function readMembers(
  db: Queryable,
  asked: { readonly projectId: string; readonly state: MembershipState | null } & ListPart,
): Promise<ListedMembership[]> {
  const { projectId, state, after, take } = asked;
  const values = [projectId, ...placeValues(after), take];
  return state === null ? db.run(live, values) : db.run(inState, [...values, state]);
}

/** All members that a project ever had, newest first. */
export async function readAllMembers(
  db: Queryable,
  asked: { readonly projectId: string } & ListPart,
): Promise<ListedMembership[]> {
  const { projectId, after, take } = asked;
  return db.run(all, [projectId, ...placeValues(after), take]);
}

/** Memberships in a state, newest first; of all people, or of one as donor or creator. */
export async function readForStaff(
  db: Queryable,
  asked: {
    readonly state: MembershipState;
    readonly parties: { readonly personId: string; readonly projectId: string | null } | null;
  } & ListPart,
): Promise<StaffRow[]> {
  const { state, parties, after, take } = asked;
  const values = [state, ...placeValues(after), take];
  return parties === null ? db.run(ofAll, values) : db.run(ofParties, [...values, parties.personId, parties.projectId]);
}

/** How many memberships of a person, as donor or creator, are in a state. */
export async function countOf(
  db: Queryable,
  state: MembershipState,
  { personId, projectId }: { readonly personId: string; readonly projectId: string | null },
): Promise<number> {
  return (await db.run(countOfParties, [state, personId, projectId]))[0]?.count ?? 0;
}

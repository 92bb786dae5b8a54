import { type Queryable, statement } from '#base/db/db.server.ts';
import { isForMember, isMonthRefunded } from '../membership-conditions.server.ts';
import { type MembershipRow, membershipColumns } from '../membership-store.server.ts';

/** A membership with the tries of the month that is not paid. */
export interface OwnMembershipRow extends MembershipRow {
  readonly tries: number;
  readonly refusal: string | null;
  /** A payment of that month may be under way. */
  readonly isCharging: boolean;
  /** The provider has not yet handed over the card of a payment or a change. */
  readonly isCardAwaited: boolean;
  /** The donor does not want the creator's messages. */
  readonly isMuted: boolean;
  /** The last month was refunded as a whole, and no gifted one runs. */
  readonly isMonthRefunded: boolean;
  /** It opens the creator's closed chat now. */
  readonly hasChat: boolean;
}

const ofPerson = statement<OwnMembershipRow>(`
  select ${membershipColumns}, coalesce(c.tries, 0) as tries, c.refusal,
    coalesce(c.state = 'Open', false) as "isCharging",
    exists (select from membership_card k where k.membership_id = m.id and k.state = 'Waiting') as "isCardAwaited",
    exists (select from membership_mute u where u.person_id = m.person_id and u.project_id = m.project_id) as "isMuted",
    ${isMonthRefunded('$5')} as "isMonthRefunded",
    exists (
      select from member_chat p left join membership_level l on l.id = p.level_id
      where p.project_id = m.project_id and p.ended_at is null and p.telegram_id is not null and ${isForMember('$5')}) as "hasChat"
  from membership m left join membership_charge c on c.membership_id = m.id and c.month = m.months + 1 and m.state <> 'Ended'
  where m.person_id = $1 and m.since is not null and m.project_id = coalesce($4::uuid, m.project_id) order by m.state = 'Ended', m.since desc, m.id desc offset $2 limit $3`);

const countOfPerson = statement<{ count: number }>(
  'select count(*) as count from membership where person_id = $1 and since is not null and project_id = coalesce($2::uuid, project_id)',
);

/** Those of a person, or only those of the creator of a project. */
interface Wanted {
  readonly personId: string;
  readonly projectId: string | null;
  readonly now: Date;
}

/** The memberships of a person whose first month was paid, and how many there are. */
export async function readOwnMemberships(
  db: Queryable,
  { personId, projectId, now }: Wanted,
  { skip, take }: { skip: number; take: number },
): Promise<{ rows: OwnMembershipRow[]; count: number }> {
  const [rows, counted] = await Promise.all([
    db.run(ofPerson, [personId, skip, take, projectId, now]),
    db.run(countOfPerson, [personId, projectId]),
  ]);
  return { rows, count: counted[0]?.count ?? 0 };
}

import { isForMember } from '../membership-conditions.server.ts';

/** The parameters with the person who reads, null for a guest, with the moment, and with whether all may be read: by its creator or the staff. */
interface ReaderParameters {
  readonly person: string;
  readonly now: string;
  readonly isOpen: string;
}

/** Whether somebody may read the whole of a post `p`, whose level is `l` (docs/rules.md#posts). */
export const mayRead = ({
  person,
  now,
  isOpen,
}: ReaderParameters) => `(${isOpen}::boolean or p.audience = 'everyone' or exists (
    select from membership m where m.person_id = ${person}::uuid and ${isForMember(now)}))`;

/** Whether somebody supports the creator of a post `p` monthly, in whatever state and at whatever level. */
export const isMemberOf = (person: string) => `exists (select from membership m where m.person_id = ${person}::uuid
  and m.project_id = p.project_id and m.state in ('Active', 'Overdue', 'Paused', 'Leaving'))`;

/** Joins the level of a post `p` as `l`, and as `o` what is offered to those who want to read it: this level, or else the next dearer one. */
export const joinLevels = `left join membership_level l on l.id = p.level_id
  left join lateral (
    select f.id, f.name, f.amount from membership_level f
    where f.project_id = p.project_id and f.removed_at is null and p.level_id is not null and (f.id = l.id or f.amount >= l.amount)
    order by f.id = l.id desc, f.amount, f.id limit 1
  ) o on true`;

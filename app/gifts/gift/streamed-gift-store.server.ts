import { type Queryable, statement } from '#base/db/db.server.ts';
import type { GiftKind } from '../gift-rules.ts';

/** Whoever gives, or has got, something. */
interface Signed {
  readonly name: string | null;
  readonly isAnonymous: boolean;
}

interface StreamedGiftRow extends Record<string, unknown> {
  readonly id: string;
  readonly kind: GiftKind;
  /** Of the product, or of the level. */
  readonly name: string;
  readonly count: number;
  readonly left: number;
  readonly entryUntil: Date | null;
  readonly isDrawn: boolean;
  readonly giver: Signed;
  /** Who got one and still has it. */
  readonly places: readonly (Signed & { readonly place: number })[];
}

/** How many gifts the stream has room for. */
const most = 3;

const shownOfProject = `
  select id, drawn_at, entry_until from gifted_months
  where project_id = $1 and receiver = 'Chat' and due_at is not null and drawn_at is null
  union all
  select id, drawn_at, entry_until from gifted_months
  where project_id = $1 and drawn_at > statement_timestamp() - interval '10 minutes' and months > withdrawn
  order by drawn_at desc nulls last, entry_until, id limit ${most}`;

const streamed = statement<StreamedGiftRow>(`
  select g.id, g.kind, coalesce(p.name, l.name) as name, g.months - g.withdrawn as count,
    case when g.ended_at is null then g.months - g.taken - g.withdrawn else 0 end as left,
    g.entry_until as "entryUntil", g.drawn_at is not null as "isDrawn",
    json_build_object('name', d.name, 'isAnonymous', coalesce(d.is_anonymous, true)) as giver,
    (select coalesce(json_agg(json_build_object('place', w.place, 'name', w.name, 'isAnonymous', w.is_anonymous) order by w.place), '[]')
      from gifted_place w
      where w.gift_id = g.id and (w.membership_id is not null or w.choose_until is not null)
        and w.lapsed_at is null and w.withdrawn_at is null) as places
  from (${shownOfProject}) shown join gifted_months g on g.id = shown.id left join donation d on d.id = g.id
    left join product p on p.id = g.product_id left join membership_level l on l.id = g.level_id
  order by g.drawn_at desc nulls last, g.entry_until, g.id`);

/** What the stream shows: gifts that were drawn in the last ten minutes, the latest first, then those for which people enter, the first to end first. */
export async function readStreamedGifts(db: Queryable, projectId: string): Promise<readonly StreamedGiftRow[]> {
  return db.run(streamed, [projectId]);
}

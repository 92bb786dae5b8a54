import sql, { type Sql } from 'sql-template-tag';
import { erasedName, type PersonalTable, type Subject } from './personal-table.ts';

/** Whether a message to a creator's programs tells of a donation of the person, or of his monthly support, which another may have paid. */
const tellsOf = ({ userId }: Subject, event: Sql, data: Sql) => sql`
  case when ${event} like 'membership.%'
    then ${data} ->> 'membershipId' in (select id::text from membership where person_id = ${userId})
    else ${data} ->> 'payId' in (select id::text from donation where donor_id = ${userId}) end`;

/** The data of a message without what the person has written. What he has chosen of others stays. */
const nameless = (data: Sql) => sql`
  ${data}
  || case when ${data} ->> 'name' is not null then jsonb_build_object('name', ${erasedName}::text) else '{}' end
  || case when ${data} ->> 'message' is not null then '{"message": null}' else '{}'::jsonb end
  || case when jsonb_typeof(${data} -> 'choices') = 'array' then jsonb_build_object('choices', array(
    select case when one -> 'suggestion' is null then one
      else one || '{"suggestion": "—"}' || case when one -> 'option' is null then '{}' else '{"option": "—"}'::jsonb end end
    from jsonb_array_elements(${data} -> 'choices') with ordinality as choices (one, place) order by place))
    else '{}' end`;

/** The creators whose programs may have got messages about the person: their projects `p`. */
const supported = ({ userId }: Subject) => sql`
  p.id in (select project_id from donation where donor_id = ${userId} union select project_id from membership where person_id = ${userId})`;

/** What the programs of creators have got, or will get. */
export const messages: Record<string, PersonalTable> = {
  webhook_delivery: {
    holds:
      'names, messages and suggestions of donations and months on their way to creators’ programs, and for a month after',
    own: ({ userId }) => sql`t.webhook_id in (select id from webhook where person_id = ${userId})`,
    erase: (subject) => [
      sql`delete from webhook_delivery where webhook_id in (select id from webhook where person_id = ${subject.userId})`,
      sql`update webhook_delivery set body = jsonb_set(body::jsonb, '{data}', ${nameless(sql`(body::jsonb -> 'data')`)})::text
        where webhook_id in (select w.id from webhook w join project p on p.id = w.project_id where ${supported(subject)})
          and ${tellsOf(subject, sql`event`, sql`(body::jsonb -> 'data')`)}`,
    ],
    stays: 'that there was a donation or a month, without the name, for the programs of the creator',
  },
  event_log: {
    holds: 'events of the last 7 days that widgets and own programs got, with names and messages of donations',
    own: ({ projectId, userId }) => sql`t.stream in (${projectId}, ${userId})`,
    erase: (subject) => [
      sql`delete from event_log where stream = ${subject.userId} or stream = ${subject.projectId} and kind <> 'cut'`,
      sql`update event_log set payload = jsonb_set(payload, '{data}', ${nameless(sql`(payload -> 'data')`)})
        where stream in (select p.user_id from project p where ${supported(subject)})
          and ${tellsOf(subject, sql`kind`, sql`(payload -> 'data')`)}`,
    ],
    stays: 'that there was a donation or a month, without the name, for the programs of the creator',
  },
};

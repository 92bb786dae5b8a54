import { type Queryable, statement } from '#base/db/db.server.ts';
import { normalisePhone } from '#base/text/phone.ts';
import type { Subject } from './personal-table.ts';

/** The command cannot be executed; the message says why. */
export class PersonRefusal extends Error {
  override name = 'PersonRefusal';
}

interface Row extends Record<string, unknown> {
  readonly userId: string;
  readonly phone: string;
  readonly userName: string;
  readonly projectId: string;
  readonly names: (string | null)[];
  readonly recipients: (string | null)[];
}

/** Shorter texts occur inside too many others by chance. */
const shortestTrace = 5;

const byPhoneOrId = statement<Row>(`
  select p.id as "userId", p.phone, c.user_name as "userName", j.id as "projectId",
    array[c.given_name || ' ' || c.sur_name, c.sur_name || ' ' || c.given_name, c.sur_name] as names,
    array(select unnest(array[o.address, o.recipient_phone, o.recipient_name]) from shop_order o where o.user_id = p.id)
      as recipients
  from person p join creator c on c.user_id = p.id join project j on j.user_id = p.id
  where p.phone = $1 or p.id::text = $2`);

/** Finds a person by phone, in any spelling, or by id. Throws `PersonRefusal` if there is none. */
export async function findSubject(db: Queryable, phoneOrId: string): Promise<Subject> {
  const [row] = await db.run(byPhoneOrId, [normalisePhone(phoneOrId), phoneOrId.toLowerCase()]);
  if (row === undefined) throw new PersonRefusal(`there is nobody with the phone or id ${phoneOrId}`);
  if (row.phone.startsWith('deleted:')) throw new PersonRefusal('this person is deleted already');
  const { userId, phone, userName, projectId, names, recipients } = row;
  const texts = [phone, userName, ...names, ...recipients].filter((text) => text !== null);
  return {
    userId,
    phone,
    userName,
    projectId,
    traces: [...new Set(texts)].filter((text) => text.length >= shortestTrace),
  };
}

import { countries } from '#app/country.ts';
import { PasswordHashing } from '#app/identity/passwords/password-hashing.server.ts';
import { type Queryable, statement } from '#base/db/db.server.ts';
import { demoPassword } from '../../demo/logins.ts';
import { demoIdentities } from '../../demo/people.ts';

export interface DemoPersonRow {
  readonly userId: string;
  readonly phone: string;
  readonly userName: string;
  readonly hasDemoPassword: boolean;
}

interface Row extends Record<string, unknown> {
  readonly userId: string;
  readonly phone: string;
  readonly userName: string;
  readonly passwordHash: string | null;
}

const byPhones = statement<Row>(`
  select p.id as "userId", p.phone, c.user_name as "userName", p.password_hash as "passwordHash"
  from person p join creator c on c.user_id = p.id
  where p.phone = any ($1::text[]) order by p.phone`);

/** Finds people by the phones of the demo world of any country. */
async function readByPhones(db: Queryable, phones: readonly string[]): Promise<Row[]> {
  return db.run(byPhones, [phones]);
}

/** Finds the demo people. A real person with one of their phones is excluded by user name and password. */
export async function findDemoPeople(db: Queryable): Promise<DemoPersonRow[]> {
  const known = countries.flatMap(demoIdentities);
  const rows = await readByPhones(
    db,
    known.map(({ phone }) => phone),
  );
  const hashing = new PasswordHashing();
  const found: DemoPersonRow[] = [];
  // One after the other, because each hash takes much memory and CPU.
  for (const { passwordHash, ...person } of rows) {
    const hasDemoPassword = passwordHash !== null && (await hashing.verify(demoPassword, passwordHash));
    found.push({ ...person, hasDemoPassword });
  }
  return found.filter(
    ({ hasDemoPassword, phone, userName }) =>
      hasDemoPassword || known.some((one) => one.phone === phone && one.userName === userName),
  );
}

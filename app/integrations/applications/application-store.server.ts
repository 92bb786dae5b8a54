import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import { mostApplications } from '../scopes.ts';

interface ApplicationRow extends Record<string, unknown> {
  readonly id: string;
  readonly number: number;
  readonly name: string;
  readonly redirects: string[];
  readonly ending: string;
  readonly createdAt: Date;
}

interface FoundApplication extends Record<string, unknown> {
  readonly id: string;
  readonly name: string;
  readonly redirects: string[];
  readonly ownerId: string;
  readonly secretHash: Buffer;
}

/** An application that asks people for access. */
export type Application = Pick<FoundApplication, 'id' | 'name' | 'redirects' | 'ownerId'>;

const ofPerson = statement<ApplicationRow>(`
  select id, number, name, redirects, ending, created_at as "createdAt"
  from application where person_id = $1 order by created_at desc, id desc`);

const lockOwner = statement('select from person where id = $1 for update');

const insert = statement<{ id: string; number: number }>(`
  insert into application (person_id, name, redirects, secret_hash, ending)
  select $1, $2, $3, $4, $5 where (select count(*) from application where person_id = $1) < ${mostApplications}
  returning id, number`);

const remove = statement<{ id: string }>('delete from application where id = $1 and person_id = $2 returning id');

const byNumber = statement<FoundApplication>(`
  select a.id, a.name, a.redirects, a.person_id as "ownerId", a.secret_hash as "secretHash"
  from application a join person p on p.id = a.person_id where a.number = $1 and p.blocked_at is null`);

const hashOf = (secret: string) => createHash('sha256').update(secret).digest();

/** The applications that a person has registered, newest first. */
export async function readApplications(db: Queryable, personId: string): Promise<ApplicationRow[]> {
  return db.run(ofPerson, [personId]);
}

/** Registers an application with a secret of 256 random bits and stores its hash; null at the limit. */
export async function insertApplication(
  tx: Tx,
  personId: string,
  { name, redirects }: { readonly name: string; readonly redirects: readonly string[] },
) {
  const secret = randomBytes(32).toString('base64url');
  await tx.run(lockOwner, [personId]);
  const values = [personId, name, [...new Set(redirects)], hashOf(secret), secret.slice(-4)];
  const [row] = await tx.run(insert, values);
  return row === undefined ? null : { id: row.id, clientId: String(row.number), secret };
}

/** Removes an application with all that it was granted. False where the person has no such application. */
export async function removeApplication(tx: Tx, id: string, personId: string): Promise<boolean> {
  return (await tx.run(remove, [id, personId])).length > 0;
}

async function find(db: Queryable, clientId: string): Promise<FoundApplication | null> {
  if (!/^[1-9]\d{0,14}$/.test(clientId)) return null;
  return (await db.run(byNumber, [clientId]))[0] ?? null;
}

/** The application with a client id. Null: there is none, or its owner is blocked. */
export async function findApplication(db: Queryable, clientId: string): Promise<Application | null> {
  return find(db, clientId);
}

/** The same, where the secret is right. */
export async function proveApplication(db: Queryable, clientId: string, secret: string): Promise<Application | null> {
  const found = await find(db, clientId);
  return found !== null && timingSafeEqual(found.secretHash, hashOf(secret)) ? found : null;
}

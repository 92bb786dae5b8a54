import { createHash, randomBytes } from 'node:crypto';
import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import { mostTokens, type TokenScope } from '../scopes.ts';

export interface TokenRow extends Record<string, unknown> {
  readonly id: string;
  readonly name: string;
  readonly ending: string;
  readonly scopes: TokenScope[];
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

export interface TokenOwner extends Record<string, unknown> {
  /** The id of the token. */
  readonly id: string;
  readonly personId: string;
  readonly scopes: TokenScope[];
}

const ofPerson = statement<TokenRow>(`
  select id, name, ending, scopes, created_at as "createdAt", last_used_at as "lastUsedAt"
  from access_token where person_id = $1 and application_id is null order by created_at desc, id desc`);

const lockOwner = statement('select from person where id = $1 for update');

const insert = statement<{ id: string }>(`
  insert into access_token (person_id, name, hash, ending, scopes)
  select $1, $2, $3, $4, $5 where (
    select count(*) from access_token where person_id = $1 and application_id is null) < ${mostTokens}
  returning id`);

const remove = statement<{ id: string }>(`
  delete from access_token where id = $1 and person_id = $2 and application_id is null returning id`);

const isOneThere = statement('select from access_token where person_id = $1 limit 1');

// First: whoever exchanges a code is waited for, and the key is removed with the others.
const removeCodes = statement('delete from application_code where person_id = $1');

const removeAll = statement<{ id: string }>('delete from access_token where person_id = $1 returning id');

/** Neither has it expired, nor is its owner blocked, nor whoever has made the application that it was granted. */
const isValid = `p.blocked_at is null and (t.expires_at is null or t.expires_at > now()) and not exists (
  select from application a join person d on d.id = a.person_id where a.id = t.application_id and d.blocked_at is not null)`;

const use = statement<TokenOwner>(`
  with found as (
    select t.id, t.person_id, t.scopes, t.last_used_at
    from access_token t join person p on p.id = t.person_id
    where t.hash = $1 and ${isValid}
  ), noted as (
    update access_token t set last_used_at = now() from found
    where t.id = found.id and (found.last_used_at is null or found.last_used_at < now() - interval '1 minute')
  )
  select id, person_id as "personId", scopes from found`);

const byId = statement<TokenOwner>(`
  select t.id, t.person_id as "personId", t.scopes from access_token t join person p on p.id = t.person_id
  where t.id = $1 and ${isValid}`);

const prefix = 'opora_';

const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** A new token of 256 random bits, and what is stored of it. */
export function newToken() {
  const token = `${prefix}${randomBytes(32).toString('base64url')}`;
  return { token, hash: hashOf(token), ending: token.slice(-4) };
}

/** The access tokens that a person has made, newest first. */
export async function readTokens(db: Queryable, personId: string): Promise<TokenRow[]> {
  return db.run(ofPerson, [personId]);
}

/** Creates a token of 256 random bits and stores its hash; null at the limit. */
export async function insertToken(tx: Tx, personId: string, asked: { name: string; scopes: readonly TokenScope[] }) {
  const { token, hash, ending } = newToken();
  await tx.run(lockOwner, [personId]);
  const values = [personId, asked.name, hash, ending, [...new Set(asked.scopes)]];
  const [row] = await tx.run(insert, values);
  return row === undefined ? null : { id: row.id, token };
}

/** Removes a token. False where the person has no such token. */
export async function removeToken(tx: Tx, id: string, personId: string): Promise<boolean> {
  return (await tx.run(remove, [id, personId])).length > 0;
}

/** Whether a person has a token, made or granted to an application. */
export async function hasToken(db: Queryable, personId: string): Promise<boolean> {
  return (await db.run(isOneThere, [personId])).length > 0;
}

/** Removes all tokens of a person, also those of applications, and returns how many there were. */
export async function removeTokens(tx: Tx, personId: string): Promise<number> {
  await tx.run(removeCodes, [personId]);
  return (await tx.run(removeAll, [personId])).length;
}

/** The owner and scopes of a token; records its use to the minute. Null: no such token, it has expired, or its owner is blocked. */
export async function findTokenOwner(db: Queryable, token: string): Promise<TokenOwner | null> {
  if (!token.startsWith(prefix)) return null;
  return (await db.run(use, [hashOf(token)]))[0] ?? null;
}

/** The same by the id of a token, without a record of its use. */
export async function findTokenById(db: Queryable, id: string): Promise<TokenOwner | null> {
  return (await db.run(byId, [id]))[0] ?? null;
}

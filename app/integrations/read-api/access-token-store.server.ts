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
  readonly personId: string;
  readonly scopes: TokenScope[];
}

const ofPerson = statement<TokenRow>(`
  select id, name, ending, scopes, created_at as "createdAt", last_used_at as "lastUsedAt"
  from access_token where person_id = $1 order by created_at desc, id desc`);

const lockOwner = statement('select from person where id = $1 for update');

const insert = statement<{ id: string }>(`
  insert into access_token (person_id, name, hash, ending, scopes)
  select $1, $2, $3, $4, $5 where (select count(*) from access_token where person_id = $1) < ${mostTokens}
  returning id`);

const remove = statement<{ id: string }>('delete from access_token where id = $1 and person_id = $2 returning id');

const removeAll = statement<{ id: string }>('delete from access_token where person_id = $1 returning id');

const use = statement<TokenOwner>(`
  with found as (
    select t.id, t.person_id, t.scopes, t.last_used_at
    from access_token t join person p on p.id = t.person_id
    where t.hash = $1 and p.blocked_at is null
  ), noted as (
    update access_token t set last_used_at = now() from found
    where t.id = found.id and (found.last_used_at is null or found.last_used_at < now() - interval '1 minute')
  )
  select person_id as "personId", scopes from found`);

const prefix = 'opora_';

const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** A person's access tokens, newest first. */
export async function readTokens(db: Queryable, personId: string): Promise<TokenRow[]> {
  return db.run(ofPerson, [personId]);
}

/** Creates a token of 256 random bits and stores its hash; null at the limit. */
export async function insertToken(tx: Tx, personId: string, asked: { name: string; scopes: readonly TokenScope[] }) {
  const token = `${prefix}${randomBytes(32).toString('base64url')}`;
  await tx.run(lockOwner, [personId]);
  const values = [personId, asked.name, hashOf(token), token.slice(-4), [...new Set(asked.scopes)]];
  const [row] = await tx.run(insert, values);
  return row === undefined ? null : { id: row.id, token };
}

/** Removes a token. False where the person has no such token. */
export async function removeToken(tx: Tx, id: string, personId: string): Promise<boolean> {
  return (await tx.run(remove, [id, personId])).length > 0;
}

/** Removes all tokens of a person and returns how many there were. */
export async function removeTokens(tx: Tx, personId: string): Promise<number> {
  return (await tx.run(removeAll, [personId])).length;
}

/** The owner and scopes of a token; records its use to the minute. Null: no such token, or its owner is blocked. */
export async function findTokenOwner(db: Queryable, token: string): Promise<TokenOwner | null> {
  if (!token.startsWith(prefix)) return null;
  return (await db.run(use, [hashOf(token)]))[0] ?? null;
}

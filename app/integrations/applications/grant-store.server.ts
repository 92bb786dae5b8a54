import { createHash, randomBytes } from 'node:crypto';
import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import { newToken } from '../read-api/access-token-store.server.ts';
import { codeSeconds, grantedSeconds, mostGranted, mostGrants, type TokenScope } from '../scopes.ts';

interface GrantedRow extends Record<string, unknown> {
  readonly applicationId: string;
  readonly name: string;
  readonly scopes: TokenScope[];
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

interface CodeRow extends Record<string, unknown> {
  readonly personId: string;
  readonly scopes: TokenScope[];
  readonly redirect: string;
  readonly challenge: string | null;
  readonly isOver: boolean;
  readonly tokenId: string | null;
}

interface GrantRow extends Record<string, unknown> {
  readonly id: string;
  readonly personId: string;
  readonly scopes: TokenScope[];
  readonly isLatest: boolean;
  readonly isBlocked: boolean;
  /** The latest refresh token has just been issued: whoever sends the one before may have asked at the same moment. */
  readonly isFresh: boolean;
}

/** What an application gets. */
interface IssuedKeys {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly scopes: readonly TokenScope[];
}

/** `ended`: a code or a refresh token was used again, and the grant of this person is over. */
export type Exchange = IssuedKeys | { readonly ended: string } | null;

const isFreeFor = statement<{ isFree: boolean }>(`
  select count(distinct application_id) < ${mostGranted} or coalesce(bool_or(application_id = $2), false) as "isFree"
  from access_token where person_id = $1 and application_id is not null`);

const insertCode = statement(`
  insert into application_code (hash, application_id, person_id, scopes, redirect, challenge, expires_at)
  values ($1, $2, $3, $4, $5, $6, now() + interval '${codeSeconds} seconds')`);

const lockPerson = statement(`
  select from person where id = (select person_id from application_code where hash = $1 and application_id = $2)
  for no key update`);

const lockCode = statement<CodeRow>(`
  select c.person_id as "personId", c.scopes, c.redirect, c.challenge, c.token_id as "tokenId",
    c.expires_at <= now() or p.blocked_at is not null as "isOver"
  from application_code c join person p on p.id = c.person_id
  where c.hash = $1 and c.application_id = $2 for update of c`);

const endOldest = statement(`
  delete from access_token where id in (
    select id from access_token where application_id = $1 and person_id = $2
    order by created_at desc, id desc offset ${mostGrants - 1})`);

const insertGrant = statement<{ id: string }>(`
  insert into access_token (person_id, name, hash, ending, scopes, application_id, expires_at, refresh_family, refresh_hash, refreshed_at)
  select $1, a.name, $2, $3, $4, a.id, now() + interval '${grantedSeconds} seconds', $6, $7, now() from application a where a.id = $5
  returning id`);

const useCode = statement('update application_code set token_id = $2 where hash = $1');

const endGrant = statement<{ personId: string }>(
  'delete from access_token where id = $1 returning person_id as "personId"',
);

const lockGrant = statement<GrantRow>(`
  select t.id, t.person_id as "personId", t.scopes, t.refresh_hash = $3 as "isLatest", p.blocked_at is not null as "isBlocked",
    t.refreshed_at > now() - interval '10 seconds' as "isFresh"
  from access_token t join person p on p.id = t.person_id
  where t.refresh_family = $2 and t.application_id = $1 for update of t`);

const renew = statement(`
  update access_token set hash = $2, ending = $3, refresh_hash = $4, refreshed_at = now(),
    expires_at = now() + interval '${grantedSeconds} seconds'
  where id = $1`);

const grantedBy = statement<GrantedRow>(`
  select a.id as "applicationId", a.name, max(t.created_at) as "createdAt", max(t.last_used_at) as "lastUsedAt",
    array(select distinct s from access_token k, unnest(k.scopes) s where k.person_id = $1 and k.application_id = a.id order by s) as scopes
  from access_token t join application a on a.id = t.application_id
  where t.person_id = $1 group by a.id order by max(t.created_at) desc, a.id`);

const removeCodesOf = statement('delete from application_code where application_id = $1 and person_id = $2');

const removeGrants = statement<{ id: string }>(
  'delete from access_token where application_id = $1 and person_id = $2 returning id',
);

const sweep = statement(`delete from application_code where expires_at < now() - interval '1 hour'`);

const hashOf = (text: string) => createHash('sha256').update(text).digest();

const refreshPrefix = 'opora_r_';
const partBytes = 32;

/** A refresh token: what all of its grant have in common, and what it has of its own. */
function refreshTokenOf(family: Buffer) {
  const own = randomBytes(partBytes);
  const refreshToken = `${refreshPrefix}${Buffer.concat([family, own]).toString('base64url')}`;
  return { refreshToken, ownHash: createHash('sha256').update(own).digest() };
}

/** Null: it is no refresh token. */
function partsOf(refreshToken: string) {
  if (!refreshToken.startsWith(refreshPrefix)) return null;
  const bytes = Buffer.from(refreshToken.slice(refreshPrefix.length), 'base64url');
  if (bytes.length !== 2 * partBytes) return null;
  const family = bytes.subarray(0, partBytes);
  const digest = (part: Buffer) => createHash('sha256').update(part).digest();
  return { family, familyHash: digest(family), ownHash: digest(bytes.subarray(partBytes)) };
}

/** Whether a person may let an application in: at the limit only those that have access already. */
export async function mayGrant(db: Queryable, personId: string, applicationId: string): Promise<boolean> {
  return (await db.run(isFreeFor, [personId, applicationId]))[0]?.isFree === true;
}

/** What a person has allowed. */
export interface Allowed {
  readonly applicationId: string;
  readonly personId: string;
  readonly scopes: readonly TokenScope[];
  readonly redirect: string;
  /** The S256 challenge of PKCE. */
  readonly challenge: string | null;
}

/** Makes the code that an application exchanges for keys, once and within a minute. */
export async function issueCode(tx: Tx, { applicationId, personId, scopes, redirect, challenge }: Allowed) {
  const code = randomBytes(32).toString('base64url');
  await tx.run(insertCode, [hashOf(code), applicationId, personId, [...scopes], redirect, challenge]);
  return code;
}

/** What an application sends with a code. */
export interface SentCode {
  readonly code: string;
  readonly redirect: string;
  readonly verifier: string | null;
}

function isProven({ redirect, challenge }: CodeRow, sent: SentCode): boolean {
  if (redirect !== sent.redirect) return false;
  if (challenge === null) return sent.verifier === null;
  return sent.verifier !== null && hashOf(sent.verifier).toString('base64url') === challenge;
}

async function end(tx: Tx, tokenId: string): Promise<Exchange> {
  const [ended] = await tx.run(endGrant, [tokenId]);
  return ended === undefined ? null : { ended: ended.personId };
}

/** Exchanges a code. A second use ends what it was exchanged for. Null: it is refused. */
export async function exchangeCode(tx: Tx, applicationId: string, sent: SentCode): Promise<Exchange> {
  const hash = hashOf(sent.code);
  // Else codes that are exchanged at once would not count each other's grants.
  await tx.run(lockPerson, [hash, applicationId]);
  const [code] = await tx.run(lockCode, [hash, applicationId]);
  if (code === undefined) return null;
  if (code.tokenId !== null) return end(tx, code.tokenId);
  if (code.isOver || !isProven(code, sent)) return null;
  const { personId, scopes } = code;
  await tx.run(endOldest, [applicationId, personId]);
  const access = newToken();
  const family = randomBytes(partBytes);
  const { refreshToken, ownHash } = refreshTokenOf(family);
  const familyHash = createHash('sha256').update(family).digest();
  const values = [personId, access.hash, access.ending, scopes, applicationId, familyHash, ownHash];
  const [made] = await tx.run(insertGrant, values);
  if (made === undefined) return null;
  await tx.run(useCode, [hash, made.id]);
  return { accessToken: access.token, refreshToken, scopes };
}

/**
 * Exchanges a refresh token for new keys; those before are over at once. One that was used before ends the grant, unless the next one has just
 * been issued. `wide`: more rights are asked for than were granted. Null: it is refused.
 */
export async function renewKeys(
  tx: Tx,
  applicationId: string,
  sent: { readonly refreshToken: string; readonly scopes: readonly string[] },
): Promise<Exchange | 'wide'> {
  const parts = partsOf(sent.refreshToken);
  if (parts === null) return null;
  const [grant] = await tx.run(lockGrant, [applicationId, parts.familyHash, parts.ownHash]);
  if (grant === undefined || grant.isBlocked) return null;
  if (!grant.isLatest) return grant.isFresh ? null : end(tx, grant.id);
  const granted = new Set<string>(grant.scopes);
  if (sent.scopes.some((scope) => !granted.has(scope))) return 'wide';
  const access = newToken();
  const { refreshToken, ownHash } = refreshTokenOf(parts.family);
  await tx.run(renew, [grant.id, access.hash, access.ending, ownHash]);
  return { accessToken: access.token, refreshToken, scopes: grant.scopes };
}

/** The applications that a person lets in, the last one first. */
export async function readGranted(db: Queryable, personId: string): Promise<GrantedRow[]> {
  return db.run(grantedBy, [personId]);
}

/** Removes all that an application may do for a person. False where there was nothing. */
export async function removeGranted(tx: Tx, applicationId: string, personId: string): Promise<boolean> {
  // First: whoever exchanges a code is waited for.
  await tx.run(removeCodesOf, [applicationId, personId]);
  return (await tx.run(removeGrants, [applicationId, personId])).length > 0;
}

/** Deletes codes an hour after they have expired. */
export async function sweepCodes(db: Queryable): Promise<void> {
  await db.run(sweep, []);
}

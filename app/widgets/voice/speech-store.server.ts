import { randomBytes } from 'node:crypto';
import { type Queryable, statement } from '#base/db/db.server.ts';
import type { SpeechLanguage } from './speech-language.ts';
import { hashOfWords, type SpeechWords } from './speech-words.server.ts';

/** A sound file of the voice. */
export interface SpeechFile {
  readonly mediaType: 'audio/wav' | 'audio/mpeg' | 'audio/ogg';
  readonly bytes: Uint8Array;
}

/** Speech that this process has leased to make. */
export interface DueSpeech extends SpeechWords, Record<string, unknown> {
  readonly name: string;
  readonly lease: string;
  readonly language: SpeechLanguage;
}

/** Longer than making one takes. After this time another process may make it instead of one that died. */
export const leaseSeconds = 40;

const mostTries = 2;
/** Speech that one creator may have waiting to be made: what comes beyond is read by the browser. */
const mostWaiting = 50;
/** All stored speech. */
const mostBytes = 256 * 1024 * 1024;

// A race of two processes for the same words ends with one row, whose name both get.
const find = statement<{ name: string }>(`
  with known as (
    select name, next_at is not null or bytes is not null as may_come from alert_speech where project_id = $2 and hash = $3
  ), wanted as (
    insert into alert_speech (name, project_id, hash, text, language, rate, by_service, next_at)
    select $1, $2, $3, $4, $5, $6, $7, now()
    where not exists (select from known)
      and (select count(*) from alert_speech where project_id = $2 and next_at is not null) < ${mostWaiting}
    on conflict (project_id, hash) do update set hash = excluded.hash
    returning name
  )
  select name from known where may_come union all select name from wanted`);

const claimDue = statement<DueSpeech>(`
  with due as (
    select name, gen_random_uuid() as lease from alert_speech where next_at <= now() and tries < ${mostTries}
    order by next_at limit $1 for update skip locked
  )
  update alert_speech s set tries = s.tries + 1, lease = due.lease, next_at = now() + interval '${leaseSeconds} seconds'
  from due where s.name = due.name
  returning s.name, due.lease, coalesce(s.text, '') as text, s.language, s.rate, s.by_service as "byService"`);

const record = statement(`
  update alert_speech set media_type = $3, bytes = $4, text = null, lease = null, next_at = null
  where name = $1 and lease = $2`);

const fileOf = statement<{ mediaType: SpeechFile['mediaType'] | null; bytes: Buffer | null; isComing: boolean }>(`
  select media_type as "mediaType", bytes, next_at is not null as "isComing" from alert_speech where name = $1`);

const dropOld = statement(`
  delete from alert_speech
  where created_at < now() - interval '1 day' or (bytes is null and created_at < now() - interval '10 minutes')`);

const dropBeyond = statement(`
  delete from alert_speech where name in (
    select name from (
      select name, sum(coalesce(octet_length(bytes), 0)) over (order by created_at desc, name) as bytes from alert_speech
    ) sizes where bytes > ${mostBytes})`);

/** The name under which a project's speech is, or will soon be; asks for it to be made. Null: it cannot be had in time. */
export async function findSpeech(db: Queryable, projectId: string, words: SpeechWords): Promise<string | null> {
  const { text, language, rate, byService } = words;
  const name = randomBytes(16).toString('base64url');
  const [found] = await db.run(find, [name, projectId, hashOfWords(words), text, language, rate, byService]);
  return found?.name ?? null;
}

/** Claims speech to be made until its lease expires. */
export async function claimSpeech(db: Queryable, most: number): Promise<readonly DueSpeech[]> {
  return db.run(claimDue, [most]);
}

/** Records speech, null: it cannot be made, if its lease is still valid. The text is forgotten. */
export async function recordSpeech(
  db: Queryable,
  { name, lease }: Pick<DueSpeech, 'name' | 'lease'>,
  file: SpeechFile | null,
): Promise<void> {
  await db.run(record, [name, lease, file?.mediaType ?? null, file && Buffer.from(file.bytes)]);
}

/** The file of a name; `coming`: it is not made yet; null: there is none, nor will be. */
export async function readSpeech(db: Queryable, name: string): Promise<SpeechFile | 'coming' | null> {
  const [row] = await db.run(fileOf, [name]);
  if (row?.isComing === true) return 'coming';
  return row?.mediaType && row.bytes ? { mediaType: row.mediaType, bytes: row.bytes } : null;
}

/** Deletes speech of yesterday, and the oldest beyond what may be stored. */
export async function dropOldSpeech(db: Queryable): Promise<void> {
  await db.run(dropOld, []);
  await db.run(dropBeyond, []);
}

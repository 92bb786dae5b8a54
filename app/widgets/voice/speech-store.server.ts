import { randomBytes } from 'node:crypto';
import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
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

/** What there is under a name. */
interface StoredSpeech {
  /** Null: nothing, so far. */
  readonly file: SpeechFile | null;
  /** It is being made, perhaps instead of `file`. */
  readonly isComing: boolean;
}

/** Longer than making one takes. After this time another process may make it instead of one that died. */
export const leaseSeconds = 30;

const mostTries = 2;
/** Speech that one creator may have waiting to be made, beside what comes too late for its page: what comes beyond is read by the browser. */
const mostWaiting = 50;
/** All stored speech. */
const mostBytes = 256 * 1024 * 1024;

/** A page that has waited for so long waits no longer. */
const awaitedFor = `interval '2.5 seconds'`;

/** A table that is locked delays no page for longer. */
const findMilliseconds = 500;

const limitFind = statement<{ limit: string }>(`
  select set_config('statement_timeout', '${findMilliseconds}', true) as "limit"`);

// A race of two processes for the same words ends with one row, whose name both get.
const find = statement<{ name: string }>(`
  with known as (
    select name, next_at is not null as is_coming, kept_until <= now() as is_over, bytes is not null as is_there
    from alert_speech where project_id = $2 and hash = $3
  ), waiting as (
    select count(*) as count from alert_speech
    where project_id = $2 and next_at is not null and (place > 0 or next_at > now() - ${awaitedFor})
  ), hurried as (
    update alert_speech set place = 0, next_at = greatest(next_at, now())
    where $8 and project_id = $2 and hash = $3 and next_at is not null
  ), renewed as (
    update alert_speech set text = $4, by_service = $7, is_fallback = false, tries = 0, next_at = now(),
      place = case when $8 then 0 else waiting.count + 1 end, kept_until = now() + interval '10 minutes', created_at = now()
    from waiting
    where project_id = $2 and hash = $3 and next_at is null and kept_until <= now() and waiting.count < ${mostWaiting}
  ), wanted as (
    insert into alert_speech (name, project_id, hash, text, language, rate, by_service, next_at, place)
    select $1, $2, $3, $4, $5, $6, $7, now(), case when $8 then 0 else waiting.count + 1 end from waiting
    where not exists (select from known) and waiting.count < ${mostWaiting}
    on conflict (project_id, hash) do update set place = least(alert_speech.place, excluded.place)
    returning name
  )
  select name from known, waiting
  where is_coming or case when is_over then waiting.count < ${mostWaiting} else is_there end
  union all select name from wanted`);

// Of what pages wait for the newest first: where more is asked for than can be said, the oldest would be late, and so would all after it.
const claimDue = statement<DueSpeech>(`
  with awaited as (
    select name from alert_speech
    where by_service = $2 and place = 0 and next_at <= now() and next_at > now() - ${awaitedFor} and tries < ${mostTries}
    order by next_at desc limit $1 for update skip locked
  ), prepared as (
    select name from alert_speech where by_service = $2 and place > 0 and next_at <= now() and tries < ${mostTries}
    order by place, next_at limit $1 - (select count(*) from awaited) for update skip locked
  ), late as (
    select name from alert_speech
    where by_service = $2 and place = 0 and next_at <= now() - ${awaitedFor} and tries < ${mostTries}
    order by next_at desc limit $1 - (select count(*) from awaited) - (select count(*) from prepared)
    for update skip locked
  ), due as (
    select name, gen_random_uuid() as lease
    from (select name from awaited union all select name from prepared union all select name from late) chosen
  )
  update alert_speech s set tries = s.tries + 1, lease = due.lease, next_at = now() + interval '${leaseSeconds} seconds'
  from due where s.name = due.name
  returning s.name, due.lease, coalesce(s.text, '') as text, s.language, s.rate, s.by_service as "byService"`);

// It is due since it was claimed: a page may have stopped waiting for it.
const giveBack = statement(`
  update alert_speech set by_service = $3, is_fallback = is_fallback or (by_service and not $3), tries = 0, lease = null,
    next_at = least(now(), next_at - interval '${leaseSeconds} seconds')
  where name = $1 and lease = $2`);

// Where the voice was not the one that was wanted, or none spoke, the next lease after a while asks again.
const record = statement(`
  update alert_speech set media_type = coalesce($3, media_type), bytes = coalesce($4, bytes), text = null, lease = null,
    next_at = null, kept_until = now() + case
      when $4::bytea is null then interval '30 seconds' when is_fallback then interval '1 minute' else interval '1 day' end
  where name = $1 and lease = $2`);

const fileOf = statement<{ mediaType: SpeechFile['mediaType'] | null; bytes: Buffer | null; isComing: boolean }>(`
  select media_type as "mediaType", bytes, next_at is not null as "isComing" from alert_speech where name = $1`);

// A page may still load what it was given at the end of its time.
const dropOld = statement(`delete from alert_speech where kept_until < now() - interval '1 minute'`);

const dropBeyond = statement(`
  delete from alert_speech where name in (
    select name from (
      select name, sum(coalesce(octet_length(bytes), 0)) over (order by created_at desc, name) as bytes from alert_speech
    ) sizes where bytes > ${mostBytes})`);

/**
 * The name under which a project's speech is, or will soon be; asks for it to be made, where a page waits for it before all others. Null: it
 * cannot be had in time. Fails after half a second, which ends the transaction.
 */
export async function findSpeech(
  tx: Tx,
  projectId: string,
  { text, language, rate, byService, ...words }: SpeechWords & { readonly isAwaited: boolean },
): Promise<string | null> {
  const name = randomBytes(16).toString('base64url');
  const hash = hashOfWords({ text, language, rate, byService });
  const values = [name, projectId, hash, text, language, rate, byService, words.isAwaited];
  await tx.run(limitFind, []);
  const [found] = await tx.run(find, values);
  return found?.name ?? null;
}

/** Claims speech to be made until its lease expires: by the operator's service, or by the server itself. */
export async function claimSpeech(db: Queryable, most: number, byService: boolean): Promise<readonly DueSpeech[]> {
  return db.run(claimDue, [most, byService]);
}

/** Ends a lease without a result: it may be claimed at once, `byService` or by the server itself. */
export async function giveBackSpeech(
  db: Queryable,
  { name, lease }: Pick<DueSpeech, 'name' | 'lease'>,
  byService: boolean,
): Promise<void> {
  await db.run(giveBack, [name, lease, byService]);
}

/** Records speech, null: it cannot be made, if its lease is still valid. The text is forgotten. */
export async function recordSpeech(
  db: Queryable,
  { name, lease }: Pick<DueSpeech, 'name' | 'lease'>,
  file: SpeechFile | null,
): Promise<void> {
  await db.run(record, [name, lease, file?.mediaType ?? null, file && Buffer.from(file.bytes)]);
}

/** What there is under a name. */
export async function readSpeech(db: Queryable, name: string): Promise<StoredSpeech> {
  const [row] = await db.run(fileOf, [name]);
  const file = row?.mediaType && row.bytes ? { mediaType: row.mediaType, bytes: row.bytes } : null;
  return { file, isComing: row?.isComing === true };
}

/** Deletes speech of yesterday, and the oldest beyond what may be stored. */
export async function dropOldSpeech(db: Queryable): Promise<void> {
  await db.run(dropOld, []);
  await db.run(dropBeyond, []);
}

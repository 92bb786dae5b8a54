import { makeZip } from 'client-zip';
import { escapeIdentifier } from 'pg';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import { readInPieces } from '#app/images/file-pieces.server.ts';
import type { ImageFiles } from '#app/images/image-files.server.ts';
import { audioPathOf, storedPathOf } from '#app/images/image-paths.server.ts';
import { type AudioType, audioEndings } from '#app/memberships/posts/post-limits.ts';
import { type Queryable, statement } from '#base/db/db.server.ts';
import { minor, toMain } from '#base/money/money.ts';
import type { Locale } from '#base/text/locales.ts';
import { findSubject } from '../find-person.ts';
import type { Subject } from '../personal-table.ts';
import { tablesOfPeople } from '../tables-of-people.ts';
import { archiveReadme } from './archive-words.ts';
import type { ArchivedFile, Line } from './archived-file.ts';
import { archivedFiles } from './archived-files.ts';

/** Where the archive is read from. */
export interface ArchiveSource {
  readonly db: Queryable;
  readonly files: Pick<ImageFiles, 'read' | 'readPart'>;
}

export interface AskedArchive {
  readonly userId: string;
  /** Of its README. */
  readonly language: Locale;
}

/** A file of the ZIP, whose bytes are read when it is its turn. */
interface ZipEntry {
  readonly name: string;
  readonly input: string | Uint8Array | AsyncIterable<Uint8Array | string>;
}

/** Rows that are in memory at once. */
const batch = 500;

type Row = Line & { readonly rowPlace: readonly string[] };

/** After a place, in the order of the key. */
function afterPlace({ key }: ArchivedFile, place: readonly string[] | null): Sql {
  if (place === null) return empty;
  const columns = raw(key.map(({ from }) => from).join(', '));
  const values = key.map(({ type }, at) => sql`${place[at] ?? ''}::${raw(type)}`);
  return sql`and (${columns}) > (${join(values)})`;
}

function ownOf({ table, own }: ArchivedFile, subject: Subject): Sql {
  const condition = own ?? tablesOfPeople[table]?.own;
  if (!condition) throw new Error(`nothing says which rows of ${table} are of a person`);
  return condition(subject);
}

function batchOf(file: ArchivedFile, subject: Subject, place: readonly string[] | null): Sql {
  const { table, fields, key } = file;
  const columns = Object.entries(fields).map(([name, { from }]) => `${from} as ${escapeIdentifier(name)}`);
  const order = key.map(({ from }) => from).join(', ');
  const texts = key.map(({ from }) => `(${from})::text`).join(', ');
  return sql`
    select ${raw(columns.join(', '))}, array[${raw(texts)}] as "rowPlace"
    from ${raw(escapeIdentifier(table))} t ${raw(file.join ?? '')}
    where (${ownOf(file, subject)}) ${afterPlace(file, place)}
    order by ${raw(order)} limit ${batch}`;
}

function lineOf({ fields }: ArchivedFile, row: Line): string {
  const members = Object.entries(fields).map(([name, { isMoney }]) => {
    const value = row[name];
    return [name, isMoney && typeof value === 'number' ? toMain(minor(value)) : value];
  });
  return `${JSON.stringify(Object.fromEntries(members))}\n`;
}

/** The rows of a file in batches, each read by a statement of its own, so that no transaction lasts as long as a download. */
async function* batchesOf(db: Queryable, file: ArchivedFile, subject: Subject): AsyncGenerator<readonly Line[]> {
  for (let place: readonly string[] | null = null; ; ) {
    const { rows }: { rows: Row[] } = await db.execute<Row>(batchOf(file, subject, place));
    if (rows.length > 0) yield file.shown ? await file.shown(db, rows, subject) : rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < batch) return;
    place = last.rowPlace;
  }
}

async function* linesOf(
  file: ArchivedFile,
  first: readonly Line[],
  others: AsyncGenerator<readonly Line[]>,
): AsyncGenerator<string> {
  yield first.map((row) => lineOf(file, row)).join('');
  for await (const rows of others) yield rows.map((row) => lineOf(file, row)).join('');
}

/** A file of lines; one without rows is left out. */
async function* lineEntries(db: Queryable, subject: Subject): AsyncGenerator<ZipEntry> {
  for (const [name, file] of Object.entries(archivedFiles)) {
    const batches = batchesOf(db, file, subject);
    const first = await batches.next();
    if (!first.done) yield { name, input: linesOf(file, first.value, batches) };
  }
}

const pictureNames = statement<{ name: string }>(
  'select name from image where owner_id = $1 and name > $2 order by name limit 500',
);

const audioNames = statement<{ name: string; bytes: number; type: AudioType }>(`
  select name, bytes, media_type as type from post_audio where owner_id = $1 and name > $2 order by name limit 500`);

const soundNames = statement<{ name: string }>(
  'select name from alert_sound where project_id = $1 and name > $2 order by name limit 500',
);

const soundBytes = statement<{ bytes: Buffer }>('select bytes from alert_sound where name = $1');

async function* inBatches<Named extends { readonly name: string }>(read: (after: string) => Promise<Named[]>) {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const rows: Named[] = await read(after);
    yield* rows;
    after = rows.at(-1)?.name;
  }
}

/** Uploaded files, one after the other. Those that the store has not are handed to `miss`. */
async function* fileEntries(
  { db, files }: ArchiveSource,
  { userId, projectId }: Subject,
  miss: (name: string) => void,
): AsyncGenerator<ZipEntry> {
  for await (const { name } of inBatches((after) => db.run(pictureNames, [userId, after]))) {
    const path = `pictures/${name}.webp`;
    const bytes = await files.read(storedPathOf(name));
    if (bytes === null) miss(path);
    else yield { name: path, input: bytes };
  }
  for await (const { name, bytes, type } of inBatches((after) => db.run(audioNames, [userId, after]))) {
    const path = `audio/${name}.${audioEndings[type]}`;
    const pieces = await readInPieces(files, audioPathOf(name), { from: 0, to: bytes - 1 });
    if (pieces === null) miss(path);
    else yield { name: path, input: pieces };
  }
  for await (const { name } of inBatches((after) => db.run(soundNames, [projectId, after]))) {
    const [sound] = await db.run(soundBytes, [name]);
    if (sound !== undefined) yield { name: `sounds/${name}.wav`, input: sound.bytes };
  }
}

async function* entriesOf(source: ArchiveSource, { userId, language }: AskedArchive): AsyncGenerator<ZipEntry> {
  const subject = await findSubject(source.db, userId);
  yield { name: 'README.txt', input: archiveReadme(Object.keys(archivedFiles), language, new Date()) };
  yield* lineEntries(source.db, subject);
  const missing: string[] = [];
  yield* fileEntries(source, subject, (name) => missing.push(name));
  if (missing.length > 0) yield { name: 'missing.txt', input: `${missing.join('\n')}\n` };
}

/**
 * Everything of a person as a ZIP (`docs/moving-out.md`), which is written while it is read: nothing of it is stored, and a piece is made when the
 * one before it was taken. An error ends it without the list of files that makes a ZIP valid. Throws `PersonRefusal` if there is no such person.
 */
export async function* readArchive(source: ArchiveSource, asked: AskedArchive): AsyncGenerator<Uint8Array> {
  const reader = makeZip(entriesOf(source, asked)).getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    // It fails where the reader has gone: the files get an error.
    await reader.cancel().catch(() => undefined);
  }
}

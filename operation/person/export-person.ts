import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { escapeIdentifier } from 'pg';
import sql, { raw } from 'sql-template-tag';
import { readInPieces } from '#app/images/file-pieces.server.ts';
import type { ImageFiles } from '#app/images/image-files.server.ts';
import { audioPathOf, storedPathOf } from '#app/images/image-paths.server.ts';
import { type AudioType, audioEndings } from '#app/memberships/posts/post-limits.ts';
import { type Database, type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import { findSubject } from './find-person.ts';
import type { Subject } from './personal-table.ts';
import { tablesOfPeople } from './tables-of-people.ts';

interface PersonExport {
  readonly madeAt: string;
  readonly userId: string;
  /** By table: its description, its rows, and the omitted columns with the reason. Amounts are minor units of the currency. */
  readonly tables: Readonly<Record<string, ExportedTable>>;
}

interface ExportedTable {
  readonly holds: string;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly leftOut: Readonly<Record<string, string>>;
}

interface OneRow extends Record<string, unknown> {
  readonly row: Readonly<Record<string, unknown>>;
}

async function readTable(db: Queryable, name: string, subject: Subject): Promise<ExportedTable | null> {
  const table = tablesOfPeople[name];
  if (table === undefined) return null;
  const { holds, own, leftOut = {} } = table;
  if (own === null) return { holds, rows: [], leftOut: { ...leftOut, '*': 'only of use to the program' } };
  const { rows } = await db.execute<OneRow>(sql`
    select to_jsonb(t) - ${Object.keys(leftOut)}::text[] as row from ${raw(escapeIdentifier(name))} t where ${own(subject)}`);
  return { holds, rows: rows.map(({ row }) => row), leftOut };
}

async function readAll(tx: Tx, subject: Subject): Promise<PersonExport> {
  const tables: Record<string, ExportedTable> = {};
  for (const name of Object.keys(tablesOfPeople)) {
    const table = await readTable(tx, name, subject);
    if (table !== null) tables[name] = table;
  }
  return { madeAt: new Date().toISOString(), userId: subject.userId, tables };
}

const ownPictures = statement<{ name: string }>('select name from image where owner_id = $1');

async function writePictures(db: Queryable, files: ImageFiles, { userId }: Subject, folder: string): Promise<number> {
  const rows = await db.run(ownPictures, [userId]);
  let written = 0;
  for (const { name } of rows) {
    const bytes = await files.read(storedPathOf(name));
    if (bytes === null) continue;
    await writeFile(join(folder, `${name}.webp`), bytes, { mode: 0o600 });
    written += 1;
  }
  return written;
}

const ownSounds = statement<{ name: string; bytes: Buffer }>(
  'select name, bytes from alert_sound where project_id = $1',
);

async function writeSounds(db: Queryable, { projectId }: Subject, folder: string): Promise<number> {
  const rows = await db.run(ownSounds, [projectId]);
  for (const { name, bytes } of rows) await writeFile(join(folder, `${name}.sound`), bytes, { mode: 0o600 });
  return rows.length;
}

const ownAudio = statement<{ name: string; bytes: number; type: AudioType }>(
  'select name, bytes, media_type as type from post_audio where owner_id = $1',
);

async function writeAudio(db: Queryable, files: ImageFiles, { userId }: Subject, folder: string): Promise<number> {
  const rows = await db.run(ownAudio, [userId]);
  let written = 0;
  for (const { name, bytes, type } of rows) {
    const stored = await readInPieces(files, audioPathOf(name), { from: 0, to: bytes - 1 });
    if (stored === null) continue;
    await pipeline(stored, createWriteStream(join(folder, `${name}.${audioEndings[type]}`), { mode: 0o600 }));
    written += 1;
  }
  return written;
}

/**
 * Writes a snapshot of a person's data to `folder`, which is created: `person.json`, pictures, audio and sounds. Secrets are omitted, and listed as
 * omitted. Throws `PersonRefusal` if there is no such person.
 */
export async function exportPerson(
  db: Database,
  files: ImageFiles,
  asked: { readonly phoneOrId: string; readonly folder: string },
): Promise<{ rows: number; pictures: number; audio: number; sounds: number }> {
  const subject = await findSubject(db, asked.phoneOrId);
  const all = await db.transaction((tx) => readAll(tx, subject), { isolation: 'repeatable read', readOnly: true });
  await mkdir(asked.folder, { recursive: true, mode: 0o700 });
  await writeFile(join(asked.folder, 'person.json'), `${JSON.stringify(all, null, 2)}\n`, { mode: 0o600 });
  return {
    rows: Object.values(all.tables).reduce((sum, { rows }) => sum + rows.length, 0),
    pictures: await writePictures(db, files, subject, asked.folder),
    audio: await writeAudio(db, files, subject, asked.folder),
    sounds: await writeSounds(db, subject, asked.folder),
  };
}

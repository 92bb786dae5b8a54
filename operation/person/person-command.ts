import { createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { pipeline } from 'node:stream/promises';
import { localImageFiles } from '#app/images/image-files.server.ts';
import { s3ImageFiles } from '#app/images/s3-image-files.server.ts';
import { type Database, openDatabase } from '#base/db/db.server.ts';
import { findTexts } from './all-texts.ts';
import { readArchive } from './archive/read-archive.ts';
import { deletePerson } from './delete-person.ts';
import { exportPerson } from './export-person.ts';
import { findSubject, PersonRefusal } from './find-person.ts';

/** Where the data is stored; `imageFolder` null: pictures are at `imageStore`. */
export interface PeoplePlace {
  readonly databaseUrl: string;
  readonly imageFolder: string | null;
  readonly imageStore: string | undefined;
  /** The country's. */
  readonly timeZone: string;
  readonly log: (line: string) => void;
}

const usage =
  'person export <phone or id> <folder>, person archive <phone or id> <file.zip>, person delete <phone or id> [--yes], person search <text>';

async function confirm(phoneOrId: string, log: PeoplePlace['log']): Promise<void> {
  if (!process.stdin.isTTY) throw new PersonRefusal('nobody is there to confirm: add --yes');
  log(`This forgets ${phoneOrId} for good. Export first what the person is to be given.`);
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await lines.question('Type the phone or id once more: ');
  lines.close();
  if (answer.trim() !== phoneOrId) throw new PersonRefusal('nothing was deleted');
}

async function run(db: Database, place: PeoplePlace, words: readonly string[]): Promise<void> {
  const { imageFolder, imageStore, timeZone, log } = place;
  const files = imageStore === undefined ? localImageFiles(imageFolder ?? '') : s3ImageFiles(imageStore);
  const [command, phoneOrId, folder] = words.filter((word) => word !== '--yes');
  if (command === 'export' && phoneOrId !== undefined && folder !== undefined) {
    const { rows, pictures, audio, sounds } = await exportPerson(db, files, { phoneOrId, folder });
    log(`${rows} rows, ${pictures} pictures, ${audio} audio files and ${sounds} sounds are in ${folder}`);
  } else if (command === 'archive' && phoneOrId !== undefined && folder !== undefined) {
    const { userId } = await findSubject(db, phoneOrId);
    const pieces = readArchive({ db, files }, { userId, language: 'ru' });
    await pipeline(pieces, createWriteStream(folder, { mode: 0o600, flags: 'wx' }));
    log(`what ${userId} may download is in ${folder}`);
  } else if (command === 'delete' && phoneOrId !== undefined) {
    if (!words.includes('--yes')) await confirm(phoneOrId, log);
    const { userId, rows, pictures, audio } = await deletePerson(db, files, phoneOrId, { timeZone });
    for (const [table, count] of Object.entries(rows)) if (count > 0) log(`${table}: ${count}`);
    log(`${userId} is forgotten, with ${pictures} pictures and ${audio} audio files`);
  } else if (command === 'search' && phoneOrId !== undefined) {
    for (const tables of (await findTexts(db, [phoneOrId])).values()) log(tables.join('\n') || 'nowhere');
  } else throw new Error(usage);
}

/** Runs `npm run person -- …`, whether the product is running or not. */
export async function runPersonCommand(place: PeoplePlace, words: readonly string[]): Promise<void> {
  const db = openDatabase({
    url: place.databaseUrl,
    max: 2,
    statementTimeoutMs: 0,
    applicationName: 'opora person',
    log: (message) => place.log(message),
  });
  try {
    await run(db, place, words);
  } finally {
    await db.close();
  }
}

import { setBlocked } from '#app/creators/creators.server.ts';
import { blockPerson } from '#app/identity/identity.server.ts';
import { localImageFiles } from '#app/images/image-files.server.ts';
import { s3ImageFiles } from '#app/images/s3-image-files.server.ts';
import { cutWidgets } from '#app/widgets/widgets.server.ts';
import { type Database, openDatabase, statement, type Tx } from '#base/db/db.server.ts';
import { dropCached } from '#base/events/cache-tags.server.ts';
import { deletePerson } from '../person/delete-person.ts';
import type { PeoplePlace } from '../person/person-command.ts';
import { type DemoPersonRow, findDemoPeople } from './demo-people.ts';

const usage = 'demo list, demo lock, demo remove --yes';

const dropRole = statement(`update person set role = 'user' where id = $1 and role <> 'user'`);

const dropPassword = statement('update person set password_hash = null where id = $1');

const ownProject = statement<{ id: string }>('select id from project where user_id = $1');

async function lockDemoPerson(tx: Tx, { userId, userName }: DemoPersonRow): Promise<void> {
  await setBlocked(tx, userId, true);
  await blockPerson(tx, { userId, reason: 'Демо-аккаунт закрыт' });
  await tx.run(dropPassword, [userId]);
  const rows = await tx.run(ownProject, [userId]);
  for (const { id } of rows) await cutWidgets(tx, id);
  const own = [`person:${userId}`, `creator:${userId}`, `creatorName:${userName}`];
  await dropCached(tx, [...own, ...rows.map(({ id }) => `project:${id}`)]);
}

/**
 * Locks the demo accounts: ends sessions and streams, removes passwords, hides pages. Their donations and orders stay. One account is locked
 * at a time, so that nobody waits for all of them.
 */
async function lockDemoPeople(db: Database, people: readonly DemoPersonRow[]): Promise<void> {
  for (const person of people) {
    // The last admin cannot be blocked, and a demo admin may be the last one.
    await db.run(dropRole, [person.userId]);
    await db.transaction((tx) => lockDemoPerson(tx, person));
  }
  await db.transaction((tx) => dropCached(tx, ['creators', 'ranking', 'products', 'home', 'recentDonations']));
}

/** Deletes the demo people. What the books need stays without names, as after every deletion. */
async function removeDemoPeople(
  db: Database,
  files: Parameters<typeof deletePerson>[1],
  { people, timeZone }: { readonly people: readonly DemoPersonRow[]; readonly timeZone: string },
): Promise<void> {
  await lockDemoPeople(db, people);
  for (const { userId } of people) await deletePerson(db, files, userId, { openBusiness: 'stays', timeZone });
}

function filesOf({ imageFolder, imageStore }: PeoplePlace) {
  return imageStore === undefined ? localImageFiles(imageFolder ?? '') : s3ImageFiles(imageStore);
}

async function run(db: Database, place: PeoplePlace, words: readonly string[]): Promise<void> {
  const [command] = words;
  const people = await findDemoPeople(db);
  if (command === 'list') {
    for (const { phone, userName, hasDemoPassword } of people) {
      place.log(`${phone} ${userName}${hasDemoPassword ? ', with the demo password' : ''}`);
    }
    place.log(`${people.length} people of the demo world`);
  } else if (command === 'lock') {
    await lockDemoPeople(db, people);
    place.log(`${people.length} people of the demo world are locked out`);
  } else if (command === 'remove' && words.includes('--yes')) {
    await removeDemoPeople(db, filesOf(place), { people, timeZone: place.timeZone });
    place.log(`${people.length} people of the demo world are forgotten; what the books need stays without names`);
  } else throw new Error(usage);
}

/** Runs `npm run demo -- …`, whether the product is running or not. */
export async function runDemoCommand(place: PeoplePlace, words: readonly string[]): Promise<void> {
  const { databaseUrl: url, log } = place;
  const db = openDatabase({ url, max: 2, statementTimeoutMs: 0, applicationName: 'opora demo', log });
  try {
    await run(db, place, words);
  } finally {
    await db.close();
  }
}

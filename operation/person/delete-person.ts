import { setBlocked } from '#app/creators/creators.server.ts';
import { blockPerson, findPeople, takeBlockBack, waitForCalls } from '#app/identity/identity.server.ts';
import type { ImageFiles } from '#app/images/image-files.server.ts';
import { folderOf } from '#app/images/image-paths.server.ts';
import { databaseClock } from '#app/memberships/clock.server.ts';
import { endMembershipsOf } from '#app/memberships/endings.server.ts';
import { MembershipEvents } from '#app/memberships/membership-events.server.ts';
import { createNoticeListeners } from '#app/notices/notice-listeners.server.ts';
import { cutWidgets } from '#app/widgets/widgets.server.ts';
import { isOutcomeUnknown } from '#base/db/database-trouble.server.ts';
import { type Database, type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import { dropCached } from '#base/events/cache-tags.server.ts';
import { findSubject, PersonRefusal } from './find-person.ts';
import { readOpenBusiness } from './open-business.ts';
import type { Subject } from './personal-table.ts';
import { tablesOfPeople } from './tables-of-people.ts';

export interface Deletion {
  readonly userId: string;
  /** Numbers of changed or deleted rows by table. */
  readonly rows: Readonly<Record<string, number>>;
  readonly pictures: number;
  readonly audio: number;
}

const blockedReason = 'Удалено по просьбе владельца';

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Takes the block of the deletion back, not one that a moderator has set meanwhile, and throws `error`. */
async function letIn(db: Database, userId: string, error: unknown): Promise<never> {
  try {
    await db.transaction((tx) => takeBlockBack(tx, { userId, reason: blockedReason }));
  } catch (trouble) {
    const stays = `the person stays blocked, unblock at /admin/blogers: ${wordsOf(trouble)}`;
    throw new Error(`${wordsOf(error)}\n${stays}`, { cause: error });
  }
  throw error;
}

/** Ends sessions, and waits for the calls that they have begun. */
async function lockOut(db: Database, userId: string): Promise<void> {
  try {
    await db.transaction((tx) => blockPerson(tx, { userId, reason: blockedReason, keepsEarlier: true }));
    await waitForCalls(db, userId);
  } catch (error) {
    await letIn(db, userId, error);
  }
}

/** Hides the page and ends memberships, as blocking does: from now on nobody can open a payment for this person. */
async function closePage(tx: Tx, { userId, projectId }: Subject, timeZone: string): Promise<void> {
  await setBlocked(tx, userId, true);
  const now = await databaseClock(tx);
  const events = new MembershipEvents();
  events.onNoticed(createNoticeListeners(true).sendSupport);
  await endMembershipsOf(tx, { events, timeZone }, { userId, projectId, now });
}

// Where the person is named: as a donor, and as one who got gifted months.
const supportedProjects = statement<{ id: string }>(`
  select project_id as id from donation where donor_id = $1 and number is not null
  union select project_id from membership where person_id = $1`);

async function invalidateCaches(tx: Tx, { userId, userName, projectId }: Subject): Promise<void> {
  const rows = await tx.run(supportedProjects, [userId]);
  const tops = rows.map(({ id }) => `project:${id}`);
  const own = [`person:${userId}`, `creator:${userId}`, `creatorName:${userName}`, `project:${projectId}`];
  await dropCached(tx, [...own, ...tops, 'creators', 'ranking', 'products', 'home', 'recentDonations']);
}

const ownPictures = statement<{ name: string }>('select name from image where owner_id = $1');

async function readPictures(tx: Tx, { userId }: Subject): Promise<string[]> {
  const rows = await tx.run(ownPictures, [userId]);
  return rows.map(({ name }) => name);
}

const ownAudio = statement<{ name: string }>('select name from post_audio where owner_id = $1');

async function readAudio(tx: Tx, { userId }: Subject): Promise<string[]> {
  const rows = await tx.run(ownAudio, [userId]);
  return rows.map(({ name }) => name);
}

const storedPictures = statement<{ name: string }>('select name from image where name = any ($1::text[])');

async function withoutStored(tx: Tx, names: readonly string[]): Promise<string[]> {
  const rows = await tx.run(storedPictures, [names]);
  const stored = new Set(rows.map(({ name }) => name));
  return names.filter((name) => !stored.has(name));
}

async function erase(tx: Tx, subject: Subject): Promise<Record<string, number>> {
  const changed: Record<string, number> = {};
  for (const [table, { erase: statements }] of Object.entries(tablesOfPeople)) {
    for (const statement of statements(subject)) {
      changed[table] = (changed[table] ?? 0) + ((await tx.execute(statement)).rowCount ?? 0);
    }
  }
  return changed;
}

// The order of all transactions, so that no deadlock arises: pages, memberships, what a phone is proved by, people, and then the rest. The
// code of the second factor is of the rest: it is sent and used up once the person is held.
const lockPage = statement('select from creator where user_id = $1 for update');
const lockCodes = statement(`select from phone_code where phone = $1 and purpose = 'phone' order by id for update`);
const lockActions = statement('select from phone_action where phone = $1 order by id_hash for update');
const lockPerson = statement('select from person where id = $1 for update');

const staffReason = 'the person is one of the staff: take the role away first, in the admin area';

function refuseIfAny(reasons: readonly string[]): void {
  if (reasons.length > 0) throw new PersonRefusal(`nothing was deleted:\n- ${reasons.join('\n- ')}`);
}

async function refuseStaffAndOpenBusiness(db: Queryable, subject: Subject): Promise<void> {
  const person = (await findPeople(db, [subject.userId])).get(subject.userId);
  if (person?.role !== 'user') refuseIfAny([staffReason]);
  refuseIfAny(await readOpenBusiness(db, subject));
}

/**
 * Deletes a person's data from every table, and pictures and audio from the store. What the books and other people need stays without the person
 * (`stays` of `tablesOfPeople`). `timeZone`: of the months in which memberships end. The phone may register again. The person is logged out
 * first and the calls under way are waited for, so that none of them writes afterwards. Throws `PersonRefusal` if orders or payouts are
 * open; `openBusiness: 'stays'` is for demo people. Refused at first, nothing changes; refused once calls were waited for, all sessions
 * have ended and no browser is known any more, and the person may log in again.
 */
export async function deletePerson(
  db: Database,
  files: ImageFiles,
  phoneOrId: string,
  { openBusiness = 'refuses', timeZone = 'UTC' }: { openBusiness?: 'refuses' | 'stays'; timeZone?: string } = {},
): Promise<Deletion> {
  const asked = await findSubject(db, phoneOrId);
  const { userId } = asked;
  const isRefusable = openBusiness === 'refuses';
  // Looks before anything changes, and again once nothing can be opened any more.
  if (isRefusable) await refuseStaffAndOpenBusiness(db, asked);
  await lockOut(db, userId);
  const erasing = db.transaction(async (tx) => {
    await tx.run(lockPage, [userId]);
    const subject = await findSubject(tx, userId);
    await closePage(tx, subject, timeZone);
    await tx.run(lockCodes, [subject.phone]);
    await tx.run(lockActions, [subject.phone]);
    await tx.run(lockPerson, [userId]);
    if (isRefusable) await refuseStaffAndOpenBusiness(tx, subject);
    await cutWidgets(tx, subject.projectId);
    const names = await readPictures(tx, subject);
    const audio = await readAudio(tx, subject);
    const changed = await erase(tx, subject);
    await invalidateCaches(tx, subject);
    const pictures = await withoutStored(tx, names);
    await dropCached(
      tx,
      pictures.map((name) => `image:${name}`),
    );
    return { rows: changed, pictures, audio };
  });
  const { rows, pictures, audio } = await erasing.catch(async (error: unknown) => {
    if (isOutcomeUnknown(error)) throw error;
    return letIn(db, userId, error);
  });
  // An error names the file that could not be removed; nothing references it any more.
  for (const name of [...pictures, ...audio]) await files.removeFolder(folderOf(name));
  return { userId, rows, pictures: pictures.length, audio: audio.length };
}

import { randomBytes } from 'node:crypto';
import { isUniqueViolation } from '#base/db/database-trouble.server.ts';
import type { Queryable, Tx } from '#base/db/db.server.ts';
import { readByUserName } from './creators-store.server.ts';
import { changeCreator } from './page/change-creator.server.ts';
import { isReservedUserName } from './reserved-names.ts';
import { readNameOfSite } from './site-name-store.server.ts';
import { isSpeakingUserName } from './speaking-names.ts';
import { isAdminName, isUserName, userNameReserved, userNameTaken } from './user-name.ts';

/** Returns the name if its form allows a claim. Throws `UserNameReserved`, `UserNameTaken`. */
export function claimable(userName: string): string {
  if (isAdminName(userName)) throw userNameReserved();
  if (isUserName(userName) && !isReservedUserName(userName)) return userName;
  throw userNameTaken();
}

/** Waits for a write that claims a user name; a name that another user has becomes `UserNameTaken`. */
export async function claiming<Result>(write: Promise<Result>): Promise<Result> {
  return write.catch((error: unknown) => {
    throw isUniqueViolation(error, 'creator_user_name') ? userNameTaken() : error;
  });
}

/** Whether a name would speak for the site; new people, who are given names by the server, are not asked. */
const speaksForSite = async (db: Queryable, userName: string) => isSpeakingUserName(userName, await readNameOfSite(db));

/** Whether a person may choose the name. */
const isChoosable = async (db: Queryable, userName: string) =>
  isUserName(userName) &&
  !isReservedUserName(userName) &&
  !isAdminName(userName) &&
  !(await speaksForSite(db, userName));

/** Whether a user name is free, has the right form and is not reserved. */
export async function isUserNameFree(db: Queryable, userName: string): Promise<boolean> {
  return (await isChoosable(db, userName)) && (await readByUserName(db, userName)) === null;
}

/** Renames a creator. Of two simultaneous claims one wins; the other gets 409 `UserNameTaken` and must roll back. */
export async function setUserName(tx: Tx, userId: string, userName: string): Promise<void> {
  if (await speaksForSite(tx, userName)) throw userNameTaken();
  await claiming(changeCreator(tx, userId, { user_name: claimable(userName) }));
}

/** Generates a user name for a user who has not chosen one yet. */
export function madeUserName(): string {
  const name = `user${BigInt(`0x${randomBytes(6).toString('hex')}`)
    .toString(36)
    .padStart(10, '0')}`;
  return isAdminName(name) ? madeUserName() : name;
}

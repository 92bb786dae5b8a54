import type { SignedIn } from './sign-in.ts';
import { signIn } from './sign-in.ts';
import { type ApiAnswer, dataOf, type TestApp, testSecrets } from './start-app.ts';

export const archivePassword = 'пароль-для-архива';

/** Gives a person the password of archives. */
export async function givePassword({ db, opora }: TestApp, { userId }: SignedIn): Promise<void> {
  const hash = await opora.areas.identity.hashPassword(archivePassword);
  await db.pool.query('update person set password_hash = $2 where id = $1', [userId, hash]);
}

/** A logged-in person with that password. */
export async function personWithPassword(app: TestApp): Promise<SignedIn> {
  const passwordHash = await app.opora.areas.identity.hashPassword(archivePassword);
  return signIn(app.db, testSecrets.jwt, { passwordHash });
}

export function askArchive(app: TestApp, { token }: SignedIn, more: object = {}): Promise<ApiAnswer> {
  return app.api('POST PersonalAccount/Archive', { body: { password: archivePassword, ...more } }, { token });
}

/** The address of a person's archive. */
export async function archiveAddress(app: TestApp, person: SignedIn, more: object = {}): Promise<string> {
  const answer = await askArchive(app, person, more);
  if (answer.status !== 200) throw new Error(`no archive: ${answer.status} ${JSON.stringify(answer.body)}`);
  return `${app.url}${String(dataOf(answer).address)}`;
}

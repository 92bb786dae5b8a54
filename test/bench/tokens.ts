import type { Role } from '#app/identity/roles.ts';
import { openDatabase } from '#base/db/db.server.ts';
import { signInAgain } from '#test/support/sign-in.ts';

/** The measured products sign sessions with this: no `JWT_SECRET` is set for them. */
export const jwtSecret = 'opora-development-jwt-secret';

/** The callbacks of the payment gateway are signed with this. */
export const paymentSecret = 'secret-of-the-measurements';

/** Logs people in. Returns their access tokens. */
export async function signInPeople(
  databaseUrl: string,
  ...people: readonly { readonly userId: string; readonly role?: Role }[]
): Promise<string[]> {
  const db = openDatabase({ url: databaseUrl, max: 4 });
  try {
    return await Promise.all(people.map(async (person) => (await signInAgain(db, jwtSecret, person)).token));
  } finally {
    await db.close();
  }
}

import { StartFailure } from '#base/config/start-failure.server.ts';
import { openDatabase } from '#base/db/db.server.ts';
import { findDemoPeople } from './demo-people.ts';

/** Throws `StartFailure` if a demo account can log in with the public demo password. */
export async function refuseDemoPasswords(databaseUrl: string): Promise<void> {
  const db = openDatabase({ url: databaseUrl, max: 1, applicationName: 'opora demo' });
  try {
    const open = (await findDemoPeople(db)).filter(({ hasDemoPassword }) => hasDemoPassword);
    if (open.length === 0) return;
    const names = open.map(({ phone, userName }) => `${phone} (${userName})`).join(', ');
    throw new StartFailure(
      `DATABASE_URL: everybody knows the password of the demo accounts ${names}: "npm run demo -- lock" keeps them out, "npm run demo -- remove --yes" forgets the demo world`,
    );
  } finally {
    await db.close();
  }
}

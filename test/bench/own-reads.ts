import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '#base/db/db.server.ts';
import { openDonation } from '#test/bench/support/donation-maker.ts';
import { compareAddresses } from '#test/bench/support/load.ts';
import { startBareReads } from '#test/bench/support/processes.ts';
import { signInAgain } from '#test/support/sign-in.ts';
import { type BareQuestion, recordStatements } from './recorded.ts';
import { jwtSecret } from './shop.ts';
import type { Figure } from './table.ts';
import { userIdOf, type World, widgetKeyOf } from './world.ts';

/** The creator with 1,000 donations. */
const creator = 1;

interface Somebody {
  readonly token: string;
  readonly moderator: string;
  readonly payId: string;
}

async function people(app: string, world: World): Promise<Somebody> {
  const donation = await openDonation(app, creator);
  await donation.pay();
  const db = openDatabase({ url: world.databaseUrl, max: 2 });
  try {
    const { token } = await signInAgain(db, jwtSecret, { userId: userIdOf(creator) });
    const { token: moderator } = await signInAgain(db, jwtSecret, { userId: userIdOf(creator + 1), role: 'moderator' });
    return { token, moderator, payId: donation.payId };
  } finally {
    await db.close();
  }
}

/** What is never kept: everybody's own, the staff's, and what must be true at this moment. */
const questionsOf = ({ token, moderator, payId }: Somebody): Readonly<Record<string, BareQuestion>> => ({
  'Donate/Settings': { path: '/api/Donate/Settings' },
  'ProjectPay/Status': { path: `/api/ProjectPay/Status?payId=${payId}` },
  'ProjectPay/Success': { path: `/api/ProjectPay/Success?payId=${payId}` },
  'ProjectPay/Delivery': { path: `/api/ProjectPay/Delivery?payId=${payId}` },
  'Widget/Statistics': { path: `/api/Widget/Statistics?key=${widgetKeyOf(creator)}` },
  'Widget/Queue': { path: '/api/Widget/Queue', token },
  'PersonalAccount/Get': { path: '/api/PersonalAccount/Get', token },
  'Donate/My': { path: '/api/Donate/My?Take=10', token },
  'Donate/Statistics': { path: '/api/Donate/Statistics', token },
  'Order/GetUserBasket': { path: '/api/Order/GetUserBasket', token },
  'Order/UserOders': { path: `/api/Order/UserOders?userId=${userIdOf(creator)}`, token },
  'Moderator/Counts': { path: '/api/Moderator/Counts', token: moderator },
  'Moderator/GetUsersList': { path: '/api/Moderator/GetUsersList?Take=10', token: moderator },
  'Moderator/GetProductsList': { path: '/api/Moderator/GetProductsList', token: moderator },
  'Moderator/Payments': { path: '/api/Moderator/Payments?State=paid', token: moderator },
});

/** Answers that are made anew each time against a server that runs the same statements and does nothing else. */
export async function measureOwnReads(app: string, world: World): Promise<Figure[]> {
  const questions = questionsOf(await people(app, world));
  const recorded = await recordStatements(world, Object.values(questions));
  const file = join(world.dataDir, 'statements.json');
  await writeFile(file, JSON.stringify(Object.fromEntries(recorded)));
  const bare = await startBareReads(world.databaseUrl, file);
  const figures: Figure[] = [];
  try {
    for (const [what, { path, token }] of Object.entries(questions)) {
      const { ratio, note } = await compareAddresses(`${app}${path}`, `${bare.url}${path}`, { seconds: 1, token });
      const count = (recorded.get(path) ?? []).flat().length;
      figures.push({
        ...{ what: `${what} / bare node:http + pg, same statements`, value: ratio, unit: 'ratio' },
        goal: { is: 'at least', value: 0.3, margin: 0.15 },
        note: `${count} statements, ${note}`,
      });
    }
  } finally {
    await bare.stop();
  }
  return figures;
}

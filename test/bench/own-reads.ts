import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { idOf, widgetKeyOf } from '#test/bench/growth/ids.ts';
import { openDonation } from '#test/bench/support/donation-maker.ts';
import { compareAddresses } from '#test/bench/support/load.ts';
import { startBareReads } from '#test/bench/support/processes.ts';
import { type BareQuestion, recordStatements } from './recorded.ts';
import { atLeast, type Figure } from './table.ts';
import { signInPeople } from './tokens.ts';
import type { World } from './world.ts';

/** The one with most donations, whose answers cost most. */
const creator = 1;

interface Somebody {
  readonly token: string;
  readonly moderator: string;
  readonly payId: string;
}

async function people(app: string, { databaseUrl }: World): Promise<Somebody> {
  const donation = await openDonation(app, creator);
  await donation.pay();
  const staff = { userId: idOf.person(creator + 1), role: 'moderator' } as const;
  const [token = '', moderator = ''] = await signInPeople(databaseUrl, { userId: idOf.person(creator) }, staff);
  return { token, moderator, payId: donation.payId };
}

/** Answers that are never cached: personal ones, those of the staff, and those that must be current. */
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
  'Order/UserOders': { path: `/api/Order/UserOders?userId=${idOf.person(creator)}`, token },
  'Moderator/Counts': { path: '/api/Moderator/Counts', token: moderator },
  'Moderator/GetUsersList': { path: '/api/Moderator/GetUsersList?Take=10', token: moderator },
  'Moderator/GetProductsList': { path: '/api/Moderator/GetProductsList', token: moderator },
  'Moderator/Payments': { path: '/api/Moderator/Payments?State=paid', token: moderator },
});

/** Uncached answers against a server that runs the same statements and does nothing else. */
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
      const compared = { ratio, note: `${count} statements, ${note}` };
      figures.push(atLeast(`${what} / bare node:http + pg, same statements`, compared, 0.3));
    }
  } finally {
    await bare.stop();
  }
  return figures;
}

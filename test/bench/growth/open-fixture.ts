import { Client } from 'pg';
import { migrate } from '#base/db/migrations.server.ts';
import { packageFolder, startAppOn } from '#test/bench/support/processes.ts';
import { signInPeople } from '#test/bench/tokens.ts';
import { fill } from './fill.ts';
import type { Fixture } from './fixture.ts';
import { idOf } from './ids.ts';
import { type Sizes, sizesOf } from './sizes.ts';

export interface OpenFixture extends Fixture {
  close(): Promise<void>;
}

/** The address of another database of the same server. */
function addressOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** Makes a database of a share of everything, beside the one of `serverUrl`. */
export async function fillDatabase(
  serverUrl: string,
  { name, share, say }: { readonly name: string; readonly share: number; readonly say: (text: string) => void },
): Promise<string> {
  const server = new Client({ connectionString: serverUrl });
  await server.connect();
  await server.query(`create database ${name}`).finally(() => server.end());
  const url = addressOf(serverUrl, name);
  await migrate({ url, folder: `${packageFolder}/migrations` });
  const client = new Client({ connectionString: url, application_name: 'opora bench' });
  await client.connect();
  await fill(client, share, say).finally(() => client.end());
  return url;
}

/** Somebody with about three memberships, of which one with a level is charged. */
async function findMember(client: Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `select person_id as id from membership where since is not null
     group by 1 having bool_or(state = 'Active' and level_id is not null) order by abs(count(*) - 3), 1 limit 1`,
  );
  if (rows[0] === undefined) throw new Error('nobody has a membership');
  return rows[0].id;
}

async function tokensOf(
  databaseUrl: string,
  memberId: string,
  { people, creators }: Sizes,
): Promise<Fixture['tokens']> {
  const user = (person: number) => ({ userId: idOf.person(person) });
  const staff = [{ ...user(people - 1), role: 'moderator' } as const, { ...user(people), role: 'admin' } as const];
  const common = [user(Math.floor(creators * 0.75)), { userId: memberId }];
  const tokens = await signInPeople(databaseUrl, user(1), user(2), user(3), ...staff, ...common);
  const [creator = '', donor = '', buyer = '', moderator = '', admin = '', author = '', member = ''] = tokens;
  return { creator, author, donor, member, buyer, moderator, admin };
}

export async function openFixture(
  databaseUrl: string,
  share: number,
  around: { readonly dataDir: string; readonly paymentUrl: string },
): Promise<OpenFixture> {
  const sizes = sizesOf(share);
  const app = await startAppOn(databaseUrl, around.paymentUrl, around.dataDir);
  const client = new Client({ connectionString: databaseUrl, application_name: 'opora bench' });
  await client.connect();
  const close = async () => {
    await client.end();
    await app.stop();
  };
  const memberId = await findMember(client);
  return { url: app.url, sizes, client, memberId, tokens: await tokensOf(databaseUrl, memberId, sizes), close };
}

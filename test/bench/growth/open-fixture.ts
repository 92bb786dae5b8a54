import { Client } from 'pg';
import { migrate } from '#base/db/migrations.server.ts';
import { packageFolder, startAppOn } from '#test/bench/support/processes.ts';
import { signInPeople } from '#test/bench/tokens.ts';
import { fill } from './fill.ts';
import type { Fixture } from './fixture.ts';
import { idOf } from './ids.ts';
import { sizesOf } from './sizes.ts';

/** A fixture that is measured, until `close`. */
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
export async function fillDatabase(serverUrl: string, share: number, say: (text: string) => void): Promise<string> {
  const name = `growth_${Math.round(share * 1_000)}`;
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

async function tokensOf(databaseUrl: string, people: number): Promise<Fixture['tokens']> {
  const user = (person: number) => ({ userId: idOf.person(person) });
  const staff = [{ ...user(people - 1), role: 'moderator' } as const, { ...user(people), role: 'admin' } as const];
  const tokens = await signInPeople(databaseUrl, user(1), user(2), user(3), ...staff);
  const [creator = '', donor = '', buyer = '', moderator = '', admin = ''] = tokens;
  return { creator, donor, buyer, moderator, admin };
}

/** Starts the product on a database of a share. */
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
  return { url: app.url, sizes, client, tokens: await tokensOf(databaseUrl, sizes.people), close };
}

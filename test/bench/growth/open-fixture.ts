import { Client } from 'pg';
import { openDatabase } from '#base/db/db.server.ts';
import { migrate } from '#base/db/migrations.server.ts';
import { jwtSecret } from '#test/bench/shop.ts';
import { paymentSecret } from '#test/bench/support/donation-maker.ts';
import { packageFolder, startApp } from '#test/bench/support/processes.ts';
import { signInAgain } from '#test/support/sign-in.ts';
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
  const db = openDatabase({ url: databaseUrl, max: 2 });
  const tokenOf = async (person: number, role: 'user' | 'moderator' | 'admin') =>
    (await signInAgain(db, jwtSecret, { userId: idOf.person(person), role })).token;
  try {
    return {
      creator: await tokenOf(1, 'user'),
      donor: await tokenOf(2, 'user'),
      buyer: await tokenOf(3, 'user'),
      moderator: await tokenOf(people - 1, 'moderator'),
      admin: await tokenOf(people, 'admin'),
    };
  } finally {
    await db.close();
  }
}

/** Starts the product on a database of a share. */
export async function openFixture(
  databaseUrl: string,
  share: number,
  around: { readonly dataDir: string; readonly paymentUrl: string },
): Promise<OpenFixture> {
  const sizes = sizesOf(share);
  const app = await startApp({
    dataDir: around.dataDir,
    env: {
      ...{ DATABASE_URL: databaseUrl, DEMO: 'off', SANDBOX_PORT: 'off' },
      ...{ PAYMENT_URL: around.paymentUrl, PAYMENT_SECRET: paymentSecret },
    },
  });
  const client = new Client({ connectionString: databaseUrl, application_name: 'opora bench' });
  await client.connect();
  const close = async () => {
    await client.end();
    await app.stop();
  };
  return { url: app.url, sizes, client, tokens: await tokensOf(databaseUrl, sizes.people), close };
}

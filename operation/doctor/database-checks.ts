import type { Client } from 'pg';
import { findStaff } from '#app/identity/people-store.server.ts';
import { databaseFailure } from '#base/config/start-failure.server.ts';
import { openDatabase } from '#base/db/db.server.ts';
import { pendingIn } from '#base/db/migrations.server.ts';
import { PrimaryClient } from '#base/db/primary-client.server.ts';
import { refuseDemoPasswords } from '../demo/refuse-demo-passwords.ts';
import { countUnreadable } from '../reseal.ts';
import type { Check } from './examine.ts';

const mostSkewMilliseconds = 2_000;
const oldestVersion = 15;

async function onDatabase<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new PrimaryClient({
    connectionString: url,
    application_name: 'opora doctor',
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } catch (error) {
    throw databaseFailure(error, url);
  } finally {
    await client.end();
  }
}

/** Whether a database of a known version answers at the address. */
export function checkDatabase(url: string): Check {
  return async () => {
    const { rows } = await onDatabase(url, (client) =>
      client.query<{ version: string }>(`select current_setting('server_version') as version`),
    );
    const version = rows[0]?.version ?? '';
    if (Number.parseInt(version, 10) >= oldestVersion) return `PostgreSQL ${version} answers`;
    throw new Error(`DATABASE_URL: PostgreSQL ${oldestVersion} or later is needed, this one is ${version}: upgrade it`);
  };
}

/** Compares the clock of this machine with that of the database, by which leases and codes expire. */
export function checkClock(url: string): Check {
  return async () => {
    const [before, now, after] = await onDatabase(url, async (client) => {
      const from = Date.now();
      const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
      return [from, rows[0]?.now.getTime() ?? Number.NaN, Date.now()] as const;
    });
    const skew = Math.max(before - now, now - after, 0);
    if (skew <= mostSkewMilliseconds) return 'the clocks of this machine and of the database agree';
    throw new Error(
      `the clocks of this machine and of the database are ${Math.round(skew / 1_000)} s apart: let both follow a time server (chrony)`,
    );
  };
}

/** Compares the applied migrations with those of this release. */
export function checkMigrations(url: string, folder: string): Check {
  return async () => {
    const pending = await pendingIn({ url, folder });
    if (pending.length === 0) return 'all migrations are applied';
    throw new Error(
      `${pending.length} migrations are not applied, from ${pending[0]} on: restart the server, which applies them`,
    );
  };
}

/** Looks for rows that `JWT_SECRET` does not open. */
export function checkSealed(databaseUrl: string, secrets: string): Check {
  return async () => {
    const { widgetKeys, webhooks, cards } = await countUnreadable({ databaseUrl, secrets });
    if (widgetKeys + webhooks + cards === 0) return 'JWT_SECRET opens every sealed key';
    throw new Error(
      `JWT_SECRET does not open ${widgetKeys} widget keys, ${webhooks} secrets of webhooks and ${cards} saved cards: add the secret that sealed them, JWT_SECRET=<this one>,<that one>, then run opora reseal`,
    );
  };
}

/** Looks for demo accounts with their public password. */
export function checkDemo(url: string): Check {
  return async () => {
    await refuseDemoPasswords(url);
    return 'nobody can log in with a demo password';
  };
}

/** Looks for an admin who can log in. */
export function checkAdmin(url: string): Check {
  return async () => {
    const db = openDatabase({ url, max: 1, applicationName: 'opora doctor' });
    try {
      const staff = await findStaff(db);
      const admins = staff.filter(({ role, isBlocked }) => role === 'admin' && !isBlocked).length;
      if (admins > 0) return `${admins} ${admins === 1 ? 'admin' : 'admins'}`;
      throw new Error('there is no admin: register at /registration, then run opora admin grant <phone> admin');
    } finally {
      await db.close();
    }
  };
}

import { PasswordHashing } from '#app/identity/passwords/password-hashing.server.ts';
import { openDatabase } from '#base/db/db.server.ts';
import { send } from '#test/bench/support/donation-maker.ts';
import { signIn } from '#test/support/sign-in.ts';
import { type Figure, median } from './table.ts';
import { jwtSecret } from './tokens.ts';
import type { World } from './world.ts';

const password = 'долгий пароль для замера';
const times = 15;

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** A login is slow on purpose: nearly all of it is the check of the password. */
export async function measureLogin(app: string, world: World): Promise<Figure[]> {
  const hashing = new PasswordHashing();
  const passwordHash = await hashing.hash(password);
  const db = openDatabase({ url: world.databaseUrl, max: 2 });
  const { phone } = await signIn(db, jwtSecret, { passwordHash });
  await db.close();
  const body = JSON.stringify({ phone, password, rememberMe: false });
  const spent = { login: [] as number[], check: [] as number[] };
  for (let at = 0; at < times; at += 1) {
    spent.login.push(await timeOf(() => send(`${app}/api/Identity/Token`, body)));
    spent.check.push(await timeOf(() => hashing.verify(password, passwordHash)));
  }
  const login = median(spent.login);
  const check = median(spent.check);
  return [
    {
      what: 'Identity/Token / one check of the password alone, p50',
      value: login / check,
      unit: 'ratio',
      goal: { is: 'at most', value: 1.5, margin: 0.2 },
      note: `${login.toFixed(0)} ms against ${check.toFixed(0)} ms, ${times} of each in turns`,
    },
  ];
}

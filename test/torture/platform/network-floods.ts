import { randomInt } from 'node:crypto';
import { newPhone, type SignedIn, signIn } from '#test/support/sign-in.ts';
import { type TestApp, testSecrets } from '#test/support/start-app.ts';
import { quantile } from '#test/torture/figures.ts';
import { readSentCode } from '#test/torture/identity/sent-code.ts';
import { inParallel } from '#test/torture/money/donors.ts';

const give = (app: TestApp, { projectId }: SignedIn, address: string) =>
  app.api('POST ProjectPay/Create', { body: { projectId, amount: 10_000 } }, { address });

const tryCode = (app: TestApp, phone: string, comfirmCode: string, address: string) =>
  app.api('GET Sms/CheckComfirmCode', { query: { phone, comfirmCode, rememberMe: false } }, { address });

const someone = () => `2001:db8:ffff:1:${randomInt(65_536).toString(16)}::${randomInt(1, 65_536).toString(16)}`;

/** Honest people, each from a site (/48) of their own: a donation, a request for a code, a login with it. */
async function live(app: TestApp, creator: SignedIn, people: number, sites: string) {
  const refused: string[] = [];
  const times: number[] = [];
  await inParallel(people, 4, async (number) => {
    const address = `2001:db8:${sites}${number.toString(16).padStart(3, '0')}::1`;
    const phone = newPhone();
    const note = async (what: string, ask: () => Promise<{ status: number }>) => {
      const begun = performance.now();
      const { status } = await ask();
      times.push(performance.now() - begun);
      if (status !== 200) refused.push(`${what}: ${status}`);
    };
    await note('a donation', () => give(app, creator, address));
    await note('a code', () => app.api('GET Sms/SendComfirmCode', { query: { phone } }, { address }));
    const code = await readSentCode(app.api, phone);
    await note('a login', () => tryCode(app, phone, code, address));
  });
  return { refused, p99: quantile(times, 0.99) };
}

/** Invariant 29: creations, codes and tries from one /64, beside honest people who each have their own network. */
export async function floodFromOneNetwork(app: TestApp, { flood, people }: { flood: number; people: number }) {
  const creator = await signIn(app.db, testSecrets.jwt);
  const victim = await signIn(app.db, testSecrets.jwt);
  const home = '2001:db8:5:1::1';
  await app.api('GET Sms/SendComfirmCode', { query: { phone: victim.phone } }, { address: home });
  const code = await readSentCode(app.api, victim.phone);
  const quiet = await live(app, creator, people, '6');
  const answers: Record<number, number> = {};
  const kinds = [
    () => give(app, creator, someone()),
    () => app.api('GET Sms/SendComfirmCode', { query: { phone: newPhone() } }, { address: someone() }),
    () => tryCode(app, victim.phone, code === '000000' ? '111111' : '000000', someone()),
  ] as const;
  const flooding = inParallel(flood, 8, async (number) => {
    const { status } = await (kinds[number % kinds.length] ?? kinds[0])();
    answers[status] = (answers[status] ?? 0) + 1;
  });
  const busy = await live(app, creator, people, '7');
  // A code expires after 5 minutes, and a long flood takes longer.
  const { status } = await tryCode(app, victim.phone, code, home);
  await flooding;
  return { answers, quiet, busy, hasVictimIn: status === 200 };
}

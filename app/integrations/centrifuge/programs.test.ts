import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { type Login, listen, logIn } from '#test/support/donationalerts-programs.ts';
import { allScopes, answerAccess, askKeys, makeApplication, refreshFields } from '#test/support/oauth-fixture.ts';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';
import { givePaidTo, makeToken } from '#test/support/tool-fixture.ts';

const app = await startApp({ env: { LIMITS: 'off' } });
afterAll(() => app.close());
const second = await startApp({ env: { LIMITS: 'off' }, databaseUrl: app.databaseUrl });
afterAll(() => second.close());

const open: { close(): void }[] = [];
afterEach(() => {
  for (const program of open.splice(0)) program.close();
});

const until = (check: () => unknown) => vi.waitUntil(check, { timeout: 60_000 });
const user = z.object({ id: z.number(), socket_connection_token: z.string() }).loose();

const client = await makeApplication(app, await signIn(app.db, testSecrets.jwt));

/** What the consent screen sends when its button is pressed. */
const allow = (person: SignedIn) => (asked: URL) => {
  const read = (name: string) => asked.searchParams.get(name) ?? undefined;
  return answerAccess(app, person, client, {
    state: read('state'),
    scope: read('scope'),
    challenge: read('code_challenge'),
    challengeMethod: read('code_challenge_method'),
  });
};

function listenAs({ accessToken, profile }: Pick<Login, 'accessToken' | 'profile'>, at = second) {
  const { id, socket_connection_token: token } = user.parse(profile);
  const program = listen(at.url, accessToken, { id, token });
  open.push(program);
  return program;
}

async function readUser(accessToken: string) {
  const answer = await fetch(`${app.url}/api/v1/user/oauth`, { headers: { authorization: `Bearer ${accessToken}` } });
  return z.object({ data: user }).parse(await answer.json()).data;
}

it('serves public clients of npm from the login to the donation, on another process', async () => {
  const person = await signIn(app.db, testSecrets.jwt);
  const login = await logIn(app.url, client, allow(person));
  expect(login.profile).toMatchObject({ provider: 'donationalerts', is_active: 1, language: 'ru_RU' });
  await givePaidTo(app, person, { name: 'Раньше' });
  const program = listenAs(login);
  await until(() => program.seen.includes('join'));
  await givePaidTo(app, person);
  await givePaidTo(app, person, { isAnonymous: true, message: null });
  await until(() => program.got.length === 2);
  expect(program.got).toMatchObject([
    {
      id: 2,
      name: 'Donations',
      username: 'Анна',
      message: '****, привет!',
      message_type: 'text',
      amount: 10_000,
      amount_in_user_currency: 10_000,
      currency: 'UZS',
      is_shown: 0,
      shown_at: null,
      payin_system: null,
      recipient: { user_id: login.profile.id, code: login.profile.code },
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    },
    { id: 3, username: 'Аноним', message: '' },
  ]);
  const headers = { authorization: `Bearer ${login.accessToken}` };
  const listed = z
    .object({ data: z.array(z.object({ id: z.number() }).loose()) })
    .parse(await (await fetch(`${app.url}/api/v1/alerts/donations`, { headers })).json());
  for (const alert of program.got) expect(alert).toMatchObject(listed.data.find(({ id }) => id === alert.id) ?? {});
  const logged = app.logLines.join('') + second.logLines.join('');
  for (const secret of [login.accessToken, login.refreshToken, String(login.profile.socket_connection_token)])
    expect(logged).not.toContain(secret);
});

it('sends what was given while the connection was away, once', async () => {
  const person = await signIn(app.db, testSecrets.jwt);
  const accessToken = await makeToken(app, person, allScopes.split(' '));
  const program = listenAs({ accessToken, profile: await readUser(accessToken) });
  await until(() => program.seen.includes('subscribe'));
  await givePaidTo(app, person);
  await until(() => program.got.length === 1);
  program.breakOff(3_000);
  await givePaidTo(app, person);
  await givePaidTo(app, person);
  expect(program.got).toHaveLength(1);
  await until(() => program.got.length === 3);
  await givePaidTo(app, person);
  await until(() => program.got.length >= 4);
  expect(program.got.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
});

it('is asked to connect again when the server stops', async () => {
  const person = await signIn(app.db, testSecrets.jwt);
  const accessToken = await makeToken(app, person, allScopes.split(' '));
  const third = await startApp({ env: { LIMITS: 'off' }, databaseUrl: app.databaseUrl });
  const program = listenAs({ accessToken, profile: await readUser(accessToken) }, third);
  await until(() => program.seen.includes('subscribe'));
  await third.close();
  await until(() => program.seen.includes('disconnect shutdown true'));
});

it('ends with the access of the application, and stays through new keys', async () => {
  const person = await signIn(app.db, testSecrets.jwt);
  const login = await logIn(app.url, client, allow(person));
  const program = listenAs(login);
  await until(() => program.seen.includes('subscribe'));
  const { keys } = await askKeys(app, refreshFields(client, login.refreshToken));
  await givePaidTo(app, person);
  await until(() => program.got.length === 1);
  const other = listenAs({ accessToken: keys?.access_token ?? '', profile: await readUser(keys?.access_token ?? '') });
  await until(() => other.seen.includes('subscribe'));
  await app.api('DELETE Integration/Granted', { query: { applicationId: client.id } }, person);
  const gone = 'disconnect invalid token false';
  await until(() => program.seen.includes(gone) && other.seen.includes(gone));
  await givePaidTo(app, person);
  expect(program.got).toHaveLength(1);
});

it('ends for a blocked developer before the next donation, and with a block of the person at once', async () => {
  const developer = await signIn(app.db, testSecrets.jwt);
  const own = await makeApplication(app, developer);
  const people = await Promise.all([signIn(app.db, testSecrets.jwt), signIn(app.db, testSecrets.jwt)]);
  const admin = await signIn(app.db, testSecrets.jwt, { role: 'admin' });
  const programs = await Promise.all(
    people.map(async (person) => {
      const login = await logIn(app.url, own, (asked) =>
        answerAccess(app, person, own, {
          state: asked.searchParams.get('state'),
          challenge: asked.searchParams.get('code_challenge'),
          challengeMethod: 'S256',
        }),
      );
      return listenAs(login);
    }),
  );
  await until(() => programs.every(({ seen }) => seen.includes('subscribe')));
  const [first, last] = programs;
  await app.api('PUT Moderator/BlockUser', { query: { userId: people[0].userId } }, admin);
  await until(() => first?.seen.some((one) => one.startsWith('disconnect')));
  await app.api('PUT Moderator/BlockUser', { query: { userId: developer.userId } }, admin);
  await givePaidTo(app, people[1]);
  await until(() => last?.seen.some((one) => one.startsWith('disconnect')));
  expect(last?.got).toEqual([]);
});

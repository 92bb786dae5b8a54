import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { inParallel } from '#test/load/money/donors.ts';
import { prove, scaled } from '#test/load/prove.ts';
import { type Fleet, openFleet, type ServerProcess } from '#test/load/server-fleet.ts';
import { readWidgetKey } from '#test/load/widgets/widget-key.ts';
import { openEventTape } from '#test/support/event-tape.ts';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { type ApiAnswer, testSecrets } from '#test/support/start-app.ts';
import { readSentCode } from './sent-code.ts';

const pair = z.object({ data: z.object({ token: z.string(), refreshToken: z.string() }) });
const action = z.object({ data: z.object({ actionId: z.string() }) });
const failed = z.object({ error: z.object({ code: z.string() }) });

type Tokens = Pick<SignedIn, 'token' | 'refreshToken'>;

let fleet: Fleet;

beforeAll(async () => {
  fleet = await openFleet({ servers: 3 });
}, 120_000);
afterAll(() => fleet.close());

const serverAt = (at: number) => fleet.servers[at % fleet.servers.length] ?? fleet.server;

/** The new tokens, or the failure. */
async function refresh(server: ServerProcess, { token, refreshToken }: Tokens): Promise<Tokens | string> {
  const body = { accessToken: token, refreshToken };
  const answer = await server.api('POST Identity/RefreshToken', { body });
  return pair.safeParse(answer.body).data?.data ?? failed.safeParse(answer.body).data?.error.code ?? `${answer.status}`;
}

const asks = async (server: ServerProcess, { token }: Pick<Tokens, 'token'>) =>
  (await server.api('POST Identity/GetUser', {}, { token })).status;

test('13: refreshes at once on three processes', async () => {
  const rounds = scaled(20, 2);
  const wrong: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const person = await signIn(fleet.db, testSecrets.jwt);
    const answers = await Promise.all(Array.from({ length: 100 }, (_, index) => refresh(serverAt(index), person)));
    const successors = new Set(answers.map((one) => (typeof one === 'string' ? one : one.refreshToken)));
    if (successors.size !== 1) wrong.push(`${successors.size} successors`);
    for (const server of fleet.servers) {
      const [answer] = answers;
      const isGood = typeof answer === 'object' && (await asks(server, answer)) === 200;
      if (!isGood) wrong.push('the successor does not open every process');
    }
  }
  prove(13, {
    promise: `100 refreshes of one token at once on 3 processes, ${rounds} times: one successor, good on every process`,
    none: { wrong },
    met: { rounds: [rounds, 2] },
  });
});

interface Home {
  readonly person: SignedIn;
  readonly moderator: SignedIn;
}

type End = (server: ServerProcess, home: Home) => Promise<ApiAnswer>;

/** Every way to end a session early. */
const ends: Readonly<Record<string, End>> = {
  logout: (server, { person: { token, refreshToken } }) =>
    server.api('POST Identity/RevokeToken', { body: { accessToken: token, refreshToken } }),
  block: (server, { person, moderator: { token } }) =>
    server.api('PUT Moderator/BlockUser', { query: { userId: person.userId, reason: 'Спам' } }, { token }),
  'password change': async (server, { person: { phone } }) => {
    await server.api('GET Sms/SendComfirmCode', { query: { phone } });
    const code = await readSentCode(server.api, phone);
    const right = await server.api('GET Identity/ConfirmCode', { query: { phone, code } });
    const { actionId } = action.parse(right.body).data;
    const query = { actionId, password: `верная лошадь ${crypto.randomUUID()}` };
    return server.api('PUT Identity/ChangePassword', { query });
  },
  'all sessions ended by the staff': (server, { person, moderator: { token } }) =>
    server.api('PUT Moderator/EndSessions', { query: { userId: person.userId } }, { token }),
};

/** Seconds from the answer that ended the session until every process refused the access token. Checks that both tokens stay refused. */
async function timeRefusals(person: Tokens, endedAt: number, wrong: string[]): Promise<number> {
  const seconds = await Promise.all(
    fleet.servers.map(async (server) => {
      while ((await asks(server, person)) !== 401) {
        if (performance.now() - endedAt > 20_000) return Number.POSITIVE_INFINITY;
        await pause(5);
      }
      return (performance.now() - endedAt) / 1_000;
    }),
  );
  for (const server of fleet.servers) {
    if ((await asks(server, person)) !== 401) wrong.push('the access token came back');
    if ((await refresh(server, person)) !== 'SessionEnded') wrong.push('the refresh token is still valid');
  }
  return Math.max(...seconds);
}

test.each(Object.entries(ends))('13: %s ends a session on every process', async (way, end) => {
  const rounds = scaled(30, 2);
  const wrong: string[] = [];
  let refusedAfter = 0;
  let cutAfter = 0;
  for (let round = 0; round < rounds; round += 1) {
    const person = await signIn(fleet.db, testSecrets.jwt);
    const moderator = await signIn(fleet.db, testSecrets.jwt, { role: 'moderator' });
    const key = await readWidgetKey(fleet.server.api, person);
    const open = (url: string) => openEventTape(`${url}/api/Widget/Events?key=${key}&source=session-${round}`);
    const streams = await Promise.all(fleet.servers.map(({ url }) => open(url)));
    // Now every process has the session in its cache.
    for (const server of fleet.servers) expect(await asks(server, person)).toBe(200);
    expect((await end(serverAt(round), { person, moderator })).status).toBe(200);
    const endedAt = performance.now();
    const untilCut = async () => {
      while (streams.some(({ isEnded }) => !isEnded) && performance.now() - endedAt < 10_000) await pause(10);
      return (performance.now() - endedAt) / 1_000;
    };
    const times = [timeRefusals(person, endedAt, wrong), way === 'block' ? untilCut() : 0] as const;
    const [refused, cut] = await Promise.all(times);
    refusedAfter = Math.max(refusedAfter, refused);
    cutAfter = Math.max(cutAfter, cut);
    if (way === 'block') {
      const again = await Promise.all(fleet.servers.map(({ url }) => open(url)));
      if (again.some(({ status }) => status === 200)) wrong.push('a stream was opened again');
      streams.push(...again);
    }
    for (const stream of streams) stream.close();
  }
  prove(13, {
    promise: `${way}: both tokens refused on 3 processes within 1 s${way === 'block' ? ', and the widgets’ streams closed' : ''}`,
    none: { wrong },
    times: { 'refused after, s': [refusedAfter, 1], 'streams closed after, s': [cutAfter, 1] },
    met: { ended: [rounds, 2] },
  });
});

test('13: a refresh token that is used again', async () => {
  const sessions = scaled(60, 6);
  const wrong: string[] = [];
  const refusedAfter: number[] = [];
  await inParallel(sessions, sessions, async (index) => {
    const person = await signIn(fleet.db, testSecrets.jwt);
    const begun = performance.now();
    const first = await refresh(serverAt(index), person);
    if (typeof first === 'string') return void wrong.push(`refreshed: ${first}`);
    const rotated = performance.now();
    for (const seconds of [0, 4, 8]) {
      await pause(Math.max(0, rotated + seconds * 1_000 - performance.now()));
      for (const server of fleet.servers) {
        const again = await refresh(server, person);
        // The round proves nothing if the machine paused meanwhile.
        if (performance.now() - begun > 9_500) continue;
        const isSame = typeof again === 'object' && again.refreshToken === first.refreshToken;
        if (!isSame) wrong.push(`after ${seconds} s another successor`);
      }
    }
    await pause(Math.max(0, rotated + 10_500 - performance.now()));
    const late = await refresh(fleet.server, person);
    const endedAt = performance.now();
    if (late !== 'SessionEnded') wrong.push(`replayed late: ${typeof late === 'string' ? late : 'a successor'}`);
    refusedAfter.push(await timeRefusals({ ...person, ...first }, endedAt, wrong));
  });
  prove(13, {
    promise: `${sessions} refresh tokens used again on 3 processes, up to 8 s: the same successor; after 10.5 s: the session ends everywhere`,
    none: { wrong },
    times: { 'refused after, s': [Math.max(...refusedAfter), 1] },
    met: { 'tokens used again': [sessions, 6] },
  });
});

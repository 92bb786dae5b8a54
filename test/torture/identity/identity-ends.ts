import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { testSecrets } from '#test/support/start-app.ts';
import type { Fleet, ServerProcess } from '#test/torture/fleet/server-fleet.ts';
import { inParallel } from '#test/torture/money/donors.ts';
import { readWidgetKey } from '#test/torture/widgets/widget-key.ts';
import { readSentCode } from './sent-code.ts';

const pair = z.object({ data: z.object({ token: z.string(), refreshToken: z.string() }) });
const action = z.object({ data: z.object({ actionId: z.string() }) });
const failed = z.object({ error: z.object({ code: z.string() }) });

type Tokens = Pick<SignedIn, 'token' | 'refreshToken'>;

async function refresh(server: ServerProcess, { token, refreshToken }: Tokens): Promise<Tokens | string> {
  const body = { accessToken: token, refreshToken };
  const answer = await server.api('POST Identity/RefreshToken', { body });
  return pair.safeParse(answer.body).data?.data ?? failed.safeParse(answer.body).data?.error.code ?? `${answer.status}`;
}

const asks = async (server: ServerProcess, { token }: Pick<Tokens, 'token'>) =>
  (await server.api('POST Identity/GetUser', {}, { token })).status;

/** Counts the successors of refreshes of one token at once on all processes; NaN if a successor is not valid on every process. */
export async function refreshAtOnce(fleet: Fleet, count: number): Promise<number> {
  const person = await signIn(fleet.db, testSecrets.jwt);
  const { servers } = fleet;
  const answers = await Promise.all(
    Array.from({ length: count }, (_, index) => refresh(servers[index % servers.length] ?? fleet.server, person)),
  );
  const successors = new Set(answers.map((answer) => (typeof answer === 'string' ? answer : answer.refreshToken)));
  for (const server of servers) {
    const [answer] = answers;
    const isGood = typeof answer === 'object' && (await asks(server, answer)) === 200;
    if (!isGood) return Number.NaN;
  }
  return successors.size;
}

/** A widget's stream; resolves when the server ends it. */
function watchStream(url: string, key: string) {
  const ending = new AbortController();
  const source = crypto.randomUUID().slice(0, 18);
  const state = { endedAt: Number.POSITIVE_INFINITY };
  const opened = fetch(`${url}/api/Widget/Events?key=${key}&source=${source}`, { signal: ending.signal });
  const ended = opened.then(async ({ body }) => {
    for await (const _ of body ?? []) if (ending.signal.aborted) break;
    state.endedAt = performance.now();
  });
  ended.catch(() => undefined);
  return { opened, state, close: () => ending.abort() };
}

interface Home {
  readonly person: SignedIn;
  readonly moderator: SignedIn;
}

const changed = (answer: { status: number; body: unknown }) => {
  if (answer.status !== 200) throw new Error(`the session was not ended: ${JSON.stringify(answer.body)}`);
};

async function changePassword(server: ServerProcess, { phone }: SignedIn): Promise<void> {
  changed(await server.api('GET Sms/SendComfirmCode', { query: { phone } }));
  const code = await readSentCode(server.api, phone);
  const right = await server.api('GET Identity/ConfirmCode', { query: { phone, code } });
  const { actionId } = action.parse(right.body).data;
  const query = { actionId, password: `верная лошадь ${crypto.randomUUID()}` };
  changed(await server.api('PUT Identity/ChangePassword', { query }));
}

/** Every way to end a session early. `cuts`: it also ends the streams of the user's widgets. */
const ends = {
  logout: {
    cuts: false,
    end: async (server: ServerProcess, { person: { token, refreshToken } }: Home) =>
      changed(await server.api('POST Identity/RevokeToken', { body: { accessToken: token, refreshToken } })),
  },
  block: {
    cuts: true,
    end: async (server: ServerProcess, { person, moderator: { token } }: Home) =>
      changed(
        await server.api('PUT Moderator/BlockUser', { query: { userId: person.userId, reason: 'Спам' } }, { token }),
      ),
  },
  'password change': {
    cuts: false,
    end: (server: ServerProcess, { person }: Home) => changePassword(server, person),
  },
  'all sessions ended by the staff': {
    cuts: false,
    end: async (server: ServerProcess, { person, moderator: { token } }: Home) =>
      changed(await server.api('PUT Moderator/EndSessions', { query: { userId: person.userId } }, { token })),
  },
};

type WayToEnd = keyof typeof ends;

export const waysToEnd: readonly WayToEnd[] = ['logout', 'block', 'password change', 'all sessions ended by the staff'];

/** Seconds from the answer that ended the session until every process refused the access token. Checks that both tokens stay refused. */
async function timeRefusals(servers: readonly ServerProcess[], person: SignedIn, endedAt: number, wrong: string[]) {
  const seconds = await Promise.all(
    servers.map(async (server) => {
      while ((await asks(server, person)) !== 401) {
        if (performance.now() - endedAt > 20_000) return Number.POSITIVE_INFINITY;
        await pause(5);
      }
      return (performance.now() - endedAt) / 1000;
    }),
  );
  for (const server of servers) {
    if ((await asks(server, person)) !== 401) wrong.push('the access token came back');
    const outcome = await refresh(server, person);
    if (outcome !== 'SessionEnded') wrong.push('the refresh token is still valid');
  }
  return Math.max(...seconds);
}

export interface SessionEnd {
  /** The slowest process, in seconds. */
  readonly refusedAfter: number;
  readonly streamsClosedAfter: number;
  readonly wrong: readonly string[];
}

/** Ends a session on one process while it is in use, and its owner's widgets are open, on all processes. */
export async function endSession(fleet: Fleet, way: WayToEnd, at: number): Promise<SessionEnd> {
  const { servers } = fleet;
  const home: Home = {
    person: await signIn(fleet.db, testSecrets.jwt),
    moderator: await signIn(fleet.db, testSecrets.jwt, { role: 'moderator' }),
  };
  const key = await readWidgetKey(fleet.server.api, home.person);
  const streams = servers.map(({ url }) => watchStream(url, key));
  const wrong: string[] = [];
  try {
    for (const { opened } of streams) if ((await opened).status !== 200) wrong.push('a stream was not opened');
    // Now every process has the session in its cache.
    for (const server of servers) if ((await asks(server, home.person)) !== 200) wrong.push('the session did not live');
    await ends[way].end(servers[at % servers.length] ?? fleet.server, home);
    const endedAt = performance.now();
    const refusedAfter = await timeRefusals(servers, home.person, endedAt, wrong);
    const isOpen = () => streams.some(({ state }) => state.endedAt === Number.POSITIVE_INFINITY);
    while (ends[way].cuts && isOpen() && performance.now() - endedAt < 10_000) await pause(10);
    const closedAt = Math.max(...streams.map(({ state }) => state.endedAt));
    for (const { url } of ends[way].cuts ? servers : []) {
      const again = watchStream(url, key);
      if ((await again.opened).status === 200) wrong.push('a stream was opened again');
      again.close();
    }
    const streamsClosedAfter = ends[way].cuts ? Math.max(0, (closedAt - endedAt) / 1000) : 0;
    return { refusedAfter, streamsClosedAfter, wrong };
  } finally {
    for (const { close } of streams) close();
  }
}

/** Uses refresh tokens again on every process: within 10 s of the first use, then later. Returns the wrong answers. */
export async function replayTokens(fleet: Fleet, count: number): Promise<string[]> {
  const wrong: string[] = [];
  await inParallel(count, count, async (index) => {
    const person = await signIn(fleet.db, testSecrets.jwt);
    const begun = performance.now();
    const first = await refresh(fleet.servers[index % fleet.servers.length] ?? fleet.server, person);
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
    const seen = await timeRefusals(fleet.servers, { ...person, ...first }, endedAt, wrong);
    if (seen > 1) wrong.push(`the replayed session was refused after ${seen.toFixed(1)} s`);
  });
  return wrong;
}

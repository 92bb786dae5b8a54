import fc from 'fast-check';
import { z } from 'zod';
import { inputsOf } from '#test/support/arbitrary-input.ts';
import { openEventTape } from '#test/support/event-tape.ts';
import { newPhone, signIn } from '#test/support/sign-in.ts';
import { type ApiAnswer, type ApiInput, testSecrets } from '#test/support/start-app.ts';
import { everyCall } from '#test/torture/access/every-call.ts';
import { type Fleet, openFleet } from '#test/torture/fleet/server-fleet.ts';
import { readSentCode } from '#test/torture/identity/sent-code.ts';
import { payByCard, testCards } from '#test/torture/money/donors.ts';
import type { Secret } from './secret-search.ts';

/** An answer and its caller. */
export interface RecordedAnswer {
  readonly asker: string;
  readonly call: string;
  readonly text: string;
}

export interface SecretsStory {
  readonly secrets: readonly Secret[];
  readonly answers: readonly RecordedAnswer[];
  /** The complete database, one row per line. */
  readonly dump: string;
  /** The log, without the messages that the outbox prints outside production. */
  readonly log: string;
  /** Milliseconds from each new key until the old streams ended on every process. */
  readonly cuts: readonly number[];
  /** Streams that an old key still opened. */
  readonly reopened: number;
}

/** Every row of every table as text. */
export async function dumpDatabase({ db }: Pick<Fleet, 'db'>): Promise<string> {
  const tables = await db.pool.query<{ name: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const texts: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await db.pool.query<{ text: string }>(`select t::text as text from ${name} t`);
    texts.push(...rows.map(({ text }) => `${name} ${text}`));
  }
  return texts.join('\n');
}

/** The lines of the program's log. */
export const logOf = (fleet: Pick<Fleet, 'logLines'>) =>
  fleet.logLines.filter((line) => line.startsWith('{')).join('\n');

const texts = z.object({ data: z.record(z.string(), z.unknown()) });

class SecretsRecorder {
  readonly secrets: Secret[] = [];
  readonly answers: RecordedAnswer[] = [];
  readonly fleet: Fleet;

  constructor(fleet: Fleet) {
    this.fleet = fleet;
  }

  addSecret(owner: string, what: string, value: string, isCode = false): string {
    if (value !== '') this.secrets.push({ owner, what, value, isCode });
    return value;
  }

  async ask(asker: string, name: string, input: ApiInput = {}, token?: string): Promise<ApiAnswer> {
    const answer = await this.fleet.server.api(name, input, token === undefined ? {} : { token });
    this.answers.push({ asker, call: name, text: JSON.stringify(answer.body) });
    return answer;
  }

  /** A text member of an answer's data; empty if there is none. */
  text(answer: ApiAnswer, member: string): string {
    const value = texts.safeParse(answer.body).data?.data[member];
    return typeof value === 'string' ? value : '';
  }

  async codeOf(owner: string, phone: string): Promise<string> {
    return this.addSecret(owner, 'a code', await readSentCode(this.fleet.server.api, phone), true);
  }

  addTokens(owner: string, answer: ApiAnswer): { accessToken: string; refreshToken: string } {
    const accessToken = this.addSecret(owner, 'an access token', this.text(answer, 'token'));
    const refreshToken = this.addSecret(owner, 'a refresh token', this.text(answer, 'refreshToken'));
    if (accessToken === '' || refreshToken === '') throw new Error(`no tokens in ${JSON.stringify(answer.body)}`);
    return { accessToken, refreshToken };
  }
}

/** Registers, logs in, refreshes, resets the password and logs in again. Returns the valid access token. */
async function liveAsPerson(story: SecretsRecorder, owner: string): Promise<string> {
  const phone = newPhone();
  const first = `первый пароль ${phone}`;
  const second = `второй пароль ${phone}`;
  story.addSecret(owner, 'a password', first);
  story.addSecret(owner, 'a password', second);
  const asked = await story.ask(owner, 'POST Identity/Register', { body: { phone, password: first } });
  const actionId = story.addSecret(owner, 'an action', story.text(asked, 'actionId'));
  const comfirmCode = await story.codeOf(owner, phone);
  const query = { phone, comfirmCode, actionId };
  const tokens = story.addTokens(owner, await story.ask(owner, 'GET Sms/CheckComfirmCode', { query }));
  story.addTokens(owner, await story.ask(owner, 'POST Identity/RefreshToken', { body: tokens }));
  await story.ask(owner, 'GET Sms/SendComfirmCode', { query: { phone } });
  const code = await story.codeOf(owner, phone);
  const right = await story.ask(owner, 'GET Identity/ConfirmCode', { query: { phone, code } });
  const change = { actionId: story.addSecret(owner, 'an action', story.text(right, 'actionId')), password: second };
  await story.ask(owner, 'PUT Identity/ChangePassword', { query: change });
  await story.ask(owner, 'POST Identity/Token', { body: { phone, password: `${first} wrong` } });
  const login = await story.ask(owner, 'POST Identity/Token', { body: { phone, password: second } });
  return story.addTokens(owner, login).accessToken;
}

async function payDonations(story: SecretsRecorder, projectId: string, token: string): Promise<void> {
  for (const pan of [testCards.noCode, testCards.code, testCards.silent]) {
    story.addSecret('no one', 'a card number', pan);
    const body = { projectId, amount: 10_000, name: 'Донор', message: 'Спасибо' };
    const made = await story.ask('donor', 'POST ProjectPay/Create', { body }, token);
    await payByCard(story.text(made, 'paymentUrl'), pan);
    const payId = story.text(made, 'payId');
    for (const name of ['Status', 'Success', 'Delivery']) {
      await story.ask('guest', `GET ProjectPay/${name}`, { query: { payId } });
    }
  }
}

/** Makes the provider fail for a moment, so that errors are logged. */
async function failDonation(story: SecretsRecorder, projectId: string, token: string): Promise<void> {
  await story.fleet.setFaults({ mode: 'down' });
  await story.ask('donor', 'POST ProjectPay/Create', { body: { projectId, amount: 10_000 } }, token);
  await story.fleet.setFaults({});
}

/** Opens the widget on every process, changes its key and measures how long the old streams stay open. */
async function rotateKey(
  story: SecretsRecorder,
  token: string,
  projectId: string,
): Promise<{ cut: number; open: number }> {
  const { servers } = story.fleet;
  const settings = await story.ask('creator', 'GET Widget/Settings', {}, token);
  const key = story.addSecret('creator', 'a widget key', story.text(settings, 'key'));
  const address = (url: string) => `${url}/api/Widget/Events?key=${key}&source=story`;
  const tapes = await Promise.all(servers.map(({ url }) => openEventTape(address(url))));
  await story.ask('widget', 'POST Widget/Next', { body: { key, source: 'story', isVisible: true } });
  await story.ask('widget', 'GET Widget/Statistics', { query: { key } });
  await story.ask('guest', 'GET ProjectPay/List', { query: { projectId } });
  const begun = performance.now();
  const rotated = await story.ask('creator', 'POST Widget/RotateKey', {}, token);
  story.addSecret('creator', 'a widget key', story.text(rotated, 'key'));
  while (tapes.some(({ isEnded }) => !isEnded) && performance.now() - begun < 5_000) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const cut = performance.now() - begun;
  const again = await Promise.all(servers.map(({ url }) => openEventTape(address(url))));
  for (const tape of [...tapes, ...again]) tape.close();
  return { cut, open: again.filter(({ status }) => status !== 401).length };
}

/** All other callers send every call, with known and random inputs. */
async function askEverything(story: SecretsRecorder, inputs: number): Promise<void> {
  for (const asker of ['guest', 'another user', 'moderator', 'admin']) {
    const role = asker === 'moderator' || asker === 'admin' ? asker : 'user';
    const person = asker === 'guest' ? null : await signIn(story.fleet.db, testSecrets.jwt, { role });
    for (const call of everyCall) {
      if (call.form !== undefined || call.path === 'Dev/Outbox') continue;
      for (const input of fc.sample(inputsOf(call), inputs)) {
        await story.ask(asker, `${call.method} ${call.path}`, input, person?.token);
      }
    }
  }
}

/** Invariants 20 and 24: users go through every flow with a secret. Returns all answers, the log and the database. */
export async function runSecretsStory(rotations: number, inputs: number): Promise<SecretsStory> {
  const fleet = await openFleet({ servers: 2, env: { LOG_LEVEL: 'trace' } });
  const story = new SecretsRecorder(fleet);
  try {
    story.addSecret('no one', 'the key of the tokens', testSecrets.jwt);
    story.addSecret('no one', "the provider's secret", testSecrets.payment);
    const token = await liveAsPerson(story, 'creator');
    const donor = await liveAsPerson(story, 'donor');
    const me = await story.ask('creator', 'POST Identity/GetUser', {}, token);
    const user = await story.ask('guest', 'GET User/Get', { query: { userId: story.text(me, 'id') } });
    const projectId = story.text(user, 'projectId');
    await payDonations(story, projectId, donor);
    await failDonation(story, projectId, donor);
    const cuts: number[] = [];
    let reopened = 0;
    for (let round = 0; round < rotations; round++) {
      const { cut, open } = await rotateKey(story, token, projectId);
      cuts.push(cut);
      reopened += open;
    }
    await askEverything(story, inputs);
    const { secrets, answers } = story;
    return { secrets, answers, dump: await dumpDatabase(fleet), log: logOf(fleet), cuts, reopened };
  } finally {
    await fleet.close();
  }
}

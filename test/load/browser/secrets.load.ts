import fc from 'fast-check';
import { test } from 'vitest';
import { z } from 'zod';
import { readSentCode } from '#test/load/identity/sent-code.ts';
import { payByCard, testCards } from '#test/load/money/donors.ts';
import { prove, scaled } from '#test/load/prove.ts';
import { type Fleet, openFleet } from '#test/load/server-fleet.ts';
import { inputsOf } from '#test/support/arbitrary-input.ts';
import { openEventTape } from '#test/support/event-tape.ts';
import { everyCall } from '#test/support/every-call.ts';
import { newPhone, signIn } from '#test/support/sign-in.ts';
import { type ApiAnswer, type ApiInput, testSecrets } from '#test/support/start-app.ts';
import { dumpDatabase, findCardNumbers, findLeaked, findSecrets, logOf, type Secret } from './secret-search.ts';

interface RecordedAnswer {
  readonly asker: string;
  readonly call: string;
  readonly text: string;
}

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

test('20 and 24: secrets are in no log, in no table and in no answer to another', async () => {
  const rotations = scaled(20, 2);
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
    await askEverything(story, scaled(5, 1));
    const { secrets, answers } = story;
    const log = logOf(fleet);
    const dump = await dumpDatabase(fleet);
    prove(20, {
      promise: `${secrets.length} secrets, ${answers.length} answers: none returned to another caller; a new key cuts the streams of 2 processes within 1 s`,
      none: { 'returned to others': findLeaked(answers, secrets), 'old keys that opened': reopened },
      times: { 'slowest cut, ms': [Math.max(...cuts), 1_000] },
      met: { 'streams cut': cuts.length, secrets: [secrets.length, 20], answers: [answers.length, 100] },
    });
    const everything = `${log}\n${dump}`;
    prove(24, {
      promise: 'no card number, code, password or raw token in the log or in any row of the database',
      none: { found: [...findSecrets(everything, secrets), ...findCardNumbers(everything)] },
      met: {
        'characters of log': [log.length, 1_000],
        'characters of database': [dump.length, 5_000],
        'errors logged': log.split('a payment could not be opened').length - 1,
      },
    });
  } finally {
    await fleet.close();
  }
});

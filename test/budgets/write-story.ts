import { z } from 'zod';
import { cardBody, cards, until } from '#test/support/money/money-fixture.ts';
import { signIn } from '#test/support/sign-in.ts';
import { type ApiAnswer, type ApiInput, type TestApp, testSecrets } from '#test/support/start-app.ts';
import type { CountedRequests } from './counted-requests.ts';
import type { Crowd } from './crowd.ts';

interface Story {
  readonly app: TestApp;
  readonly counted: CountedRequests;
  readonly crowd: Crowd;
  /** How many lines a basket gets. */
  readonly lines: number;
}

const donation = z.object({ data: z.object({ paymentUrl: z.string() }) });
const order = z.object({ data: z.object({ orderId: z.string(), total: z.number() }) });
const opened = z.object({ data: z.object({ paymentUrl: z.string() }) });
const leased = z.object({ data: z.object({ alertId: z.string() }) });
const rotated = z.object({ data: z.object({ key: z.string() }) });
const tokens = z.object({ data: z.object({ token: z.string(), refreshToken: z.string() }) });
const password = 'долгий пароль 5';

/** Makes every write of `writes` once and answers how many statements each has caused. */
export async function writeStory(story: Story): Promise<Record<string, number>> {
  const { app, counted } = story;
  const found: Record<string, number> = {};
  const write = async (name: string, input: ApiInput, token?: string, of = ''): Promise<ApiAnswer> => {
    const answer = await app.request(name, input, token === undefined ? {} : { token });
    if (answer.status !== 200) throw new Error(`${name} answers ${JSON.stringify(answer.body)}`);
    const [method = '', path = ''] = name.split(' ');
    found[`${name}${of}`] = counted.of(method, `/api/${path}`).length;
    return answer;
  };
  const pay = async (paymentUrl: string, of: string) => {
    const path = '/api/Payment/Callback';
    const before = counted.answered(path);
    const body = JSON.stringify(cardBody(cards.noCode));
    await fetch(paymentUrl, { method: 'PATCH', headers: { 'content-type': 'application/json' }, body });
    await until(() => counted.answered(path) > before);
    found[`POST Payment/Callback${of}`] = counted.of('POST', path).length;
  };
  await giveAndShow(story, write, pay);
  await buy(story, write, pay);
  await beSomebody(story, write);
  return found;
}

type Write = (name: string, input: ApiInput, token?: string, of?: string) => Promise<ApiAnswer>;
type Pay = (paymentUrl: string, of: string) => Promise<void>;

async function giveAndShow({ app, crowd, lines }: Story, write: Write, pay: Pay): Promise<void> {
  const { projectId, token } = lines === 1 ? crowd.few : crowd.many;
  const made = donation.parse(
    (
      await write('POST ProjectPay/Create', {
        body: { projectId, amount: 50_000, name: 'Даритель', message: 'Привет' },
      })
    ).body,
  ).data;
  await pay(made.paymentUrl, ', a donation');
  const { key } = rotated.parse((await app.api('POST Widget/RotateKey', {}, { token })).body).data;
  const page = { key, source: 'counted-source-1' };
  for (const of of [', a new page', '']) {
    await write('POST Widget/Health', { body: { ...page, audio: 'ok', isVisible: true } }, undefined, of);
  }
  const { alertId } = leased.parse((await write('POST Widget/Next', { body: { ...page, isVisible: true } })).body).data;
  for (const state of ['playing', 'shown']) {
    await write('POST Widget/Report', { body: { ...page, alertId, state } }, undefined, `, ${state}`);
  }
}

async function buy({ app, crowd, lines }: Story, write: Write, pay: Pay): Promise<void> {
  const buyer = await signIn(app.db, testSecrets.jwt);
  const { rows } = await app.db.pool.query<{ id: string }>('select id from product where user_id = $1 limit $2', [
    crowd.many.userId,
    lines,
  ]);
  const items = rows.map(({ id }) => ({ productId: id, quantity: 1, sizeId: 2, colorId: 1 }));
  const put = await write('POST Order/CreateOrder', { body: { items } }, buyer.token);
  const { orderId, total } = order.parse(put.body).data;
  await write('PUT Order/Update', { body: { orderId, items, address: 'Ташкент, улица Навои, 12' } }, buyer.token);
  const body = { orderId, recipientName: 'Бекзод Олимов', recipientPhone: '998901234567', expectedTotal: total };
  const { paymentUrl } = opened.parse((await write('POST Order/CreateOrderPayment', { body }, buyer.token)).body).data;
  await pay(paymentUrl, ', an order');
  await write('PUT Order/UserOders', { body: { orderId, status: 'Processing' } }, crowd.moderator.token);
}

async function beSomebody({ app, crowd, lines }: Story, write: Write): Promise<void> {
  const { accountId, token } = lines === 1 ? crowd.few : crowd.many;
  const card = { mask: '8600 •••• •••• 0106', token: 'token-of-the-card' };
  await write('POST Payout/Request', { body: { accountId, amount: 20_000, card } }, token);
  const somebody = await signIn(app.db, testSecrets.jwt, {
    passwordHash: await app.opora.areas.identity.hashPassword(password),
  });
  const fields = ['About', 'WebLink'].slice(0, lines).map((name) => ({ name, value: 'https://t.me/dilnoza' }));
  await write('POST PersonalAccount/Update', { body: { givenName: 'Дилноза', fields } }, somebody.token);
  const login = { phone: somebody.phone, password, rememberMe: false };
  const first = tokens.parse((await write('POST Identity/Token', { body: login })).body).data;
  const { token: accessToken, refreshToken } = first;
  await write('POST Identity/RefreshToken', { body: { accessToken, refreshToken } });
}

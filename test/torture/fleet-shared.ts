import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { fromMain } from '#base/money.ts';
import { newProduct } from '#test/merch-desk.ts';
import { signIn, signInAgain } from '#test/sign-in.ts';
import { type ApiAnswer, testSecrets } from '#test/start-app.ts';
import { giveUntilAcknowledged, inParallel, payByCard, testCards } from './donors.ts';
import { type FleetHouse, processOf } from './fleet-house.ts';
import { loadPage, openScreen } from './widget-source.ts';

const tokens = z.object({ data: z.object({ token: z.string(), refreshToken: z.string() }) });

/** Milliseconds until it is so; asked again and again. Infinity after 15 s. */
async function timeUntil(isSo: () => Promise<boolean>): Promise<number> {
  const from = performance.now();
  while (!(await isSo())) {
    if (performance.now() - from > 15_000) return Number.POSITIVE_INFINITY;
    await pause(5);
  }
  return performance.now() - from;
}

/** The same question to every process at once: the milliseconds until the last one has the answer. */
async function untilAll(house: FleetHouse, isSo: (number: number) => Promise<boolean>): Promise<number> {
  return Math.max(...(await Promise.all(house.apis.map((_, index) => timeUntil(() => isSo(index + 1))))));
}

/** Sessions opened on one process, renewed on another and ended on the third, over and over. */
export async function passSessionsAround(house: FleetHouse, rounds: number) {
  let refused = 0;
  let slowest = 0;
  for (let round = 0; round < rounds; round++) {
    const [here, there, third] = [0, 1, 2].map((step) => processOf(house, ((round + step) % house.apis.length) + 1));
    if (!here || !there || !third) throw new Error('three processes are needed');
    const person = await signIn(house.db, testSecrets.jwt);
    const other = await signInAgain(house.db, testSecrets.jwt, person);
    const asked = await Promise.all(house.apis.map((api) => api('POST Identity/GetUser', {}, { token: person.token })));
    refused += asked.filter(({ status }) => status !== 200).length;
    const body = { accessToken: person.token, refreshToken: person.refreshToken };
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        processOf(house, (index % 3) + 1)('POST Identity/RefreshToken', { body }),
      ),
    );
    const fresh = answers.map((answer) => tokens.safeParse(answer.body).data?.data);
    refused += new Set(fresh.map((one) => one?.refreshToken)).size - 1;
    const { token = '' } = fresh[0] ?? {};
    if ((await there('POST Identity/GetUser', {}, { token })).status !== 200) refused += 1;
    const staff = await signIn(house.db, testSecrets.jwt, { role: 'moderator' });
    await third('PUT Moderator/EndSessions', { query: { userId: person.userId } }, { token: staff.token });
    const all = [token, other.token].map((one) =>
      untilAll(
        house,
        async (at) => (await processOf(house, at)('POST Identity/GetUser', {}, { token: one })).status === 401,
      ),
    );
    slowest = Math.max(slowest, ...(await Promise.all(all)));
  }
  return { refused, slowest };
}

/** So many questions of one address at once; how many were answered. */
async function spend(asks: number, ask: (index: number) => Promise<ApiAnswer>): Promise<number> {
  const answers = await Promise.all(Array.from({ length: asks }, (_, index) => ask(index)));
  return answers.filter(({ status }) => status === 200).length;
}

/** A budget used up on one process, and by another address on all of them; codes asked for on all of them at once. */
export async function spendBudgets(house: FleetHouse) {
  const check = (at: number, address: string) => (index: number) =>
    processOf(house, at === 0 ? (index % house.apis.length) + 1 : at)(
      'GET Identity/CheckPhone',
      { query: { phone: `99891${String(index).padStart(7, '0')}` } },
      { address },
    );
  const onOne = await spend(150, check(1, '127.8.1.1'));
  const onAll = await spend(150, check(0, '127.8.2.1'));
  const throughProxy = await spend(150, (index) =>
    house.api('GET Identity/CheckPhone', { query: { phone: `99891${index + 1_000_000}` } }, { address: '127.8.3.1' }),
  );
  const codes = await spend(house.apis.length * 5, (index) =>
    processOf(house, (index % house.apis.length) + 1)(
      'GET Sms/SendComfirmCode',
      { query: { phone: '998917777777' } },
      { address: `127.8.4.${index + 1}` },
    ),
  );
  return { onOne, onAll, throughProxy, codes };
}

const basket = z.object({
  data: z.object({ orderId: z.string(), items: z.array(z.object({ productId: z.string(), quantity: z.number() })) }),
});

/** One buyer puts things into his basket on all processes at once, again and again under the same keys. */
export async function fillBaskets(house: FleetHouse, buyers: number) {
  const seller = await signIn(house.db, testSecrets.jwt);
  const productId = await newProduct(house.db, { userId: seller.userId, price: fromMain(100_000) });
  let wrong = 0;
  await inParallel(buyers, 4, async (buyer) => {
    const { token, userId } = await signIn(house.db, testSecrets.jwt);
    const body = { items: [{ productId, quantity: 1 }] };
    const put = (index: number) =>
      processOf(house, (index % house.apis.length) + 1)(
        'POST Order/CreateOrder',
        { body },
        { token, idempotencyKey: `basket-${buyer}-${index % 30}` },
      );
    await Promise.all(Array.from({ length: 60 }, (_, index) => put(index).catch(() => null)));
    const seen = await Promise.all(
      house.apis.map(async (api) => basket.parse((await api('GET Order/GetUserBasket', {}, { token })).body).data),
    );
    const isRight = seen.every(({ items }) => items.length === 1 && items[0]?.quantity === 30);
    const { rows } = await house.db.pool.query<{ count: number }>(
      'select count(*)::int as count from shop_order where user_id = $1',
      [userId],
    );
    if (!isRight || new Set(seen.map(({ orderId }) => orderId)).size !== 1 || rows[0]?.count !== 1) wrong += 1;
  });
  return { wrong };
}

interface Told {
  readonly status: number;
  readonly text: string;
}

async function read(url: string): Promise<Told> {
  const response = await fetch(url, { redirect: 'manual' });
  return { status: response.status, text: await response.text() };
}

/** Pages and answers that every process keeps, changed on one of them: until the last process shows the new. */
export async function changeKeptPages(house: FleetHouse, rounds: number) {
  const staff = await signIn(house.db, testSecrets.jwt, { role: 'moderator' });
  const times = { gift: 0, ranking: 0, block: 0, session: 0 };
  const worst = (name: keyof typeof times, value: number) => {
    times[name] = Math.max(times[name], value);
  };
  for (let round = 0; round < rounds; round++) {
    const userName = `fleet_author_${round}`;
    const author = await signIn(house.db, testSecrets.jwt, { userName });
    await house.db.pool.query('update creator set types = array[1]::smallint[] where user_id = $1', [author.userId]);
    const one = processOf(house, (round % house.apis.length) + 1);
    const page = (at: number) => read(`${house.fleet.members[at - 1]?.url}/${userName}`);
    const listed = async (at: number) =>
      JSON.stringify((await processOf(house, at)('GET User/List', { query: { Take: 1 } })).body).includes(
        author.userId,
      );
    await untilAll(house, async (at) => (await page(at)).status === 200);
    const gift = { projectId: author.projectId, amount: 7_000, name: `Щедрый ${round} гость` };
    const made = await giveUntilAcknowledged(one, gift, `kept-page-${round}`);
    await payByCard(made.paymentUrl, testCards.noCode);
    const paid = () => house.db.pool.query('select from donation where id = $1 and paid_at is not null', [made.payId]);
    await timeUntil(async () => (await paid()).rowCount === 1);
    worst('gift', await untilAll(house, async (at) => (await page(at)).text.includes(gift.name)));
    const bearer = { token: staff.token };
    await one('POST User/CreateUserOrder', { query: { userId: author.userId, order: 1 } }, bearer);
    worst('ranking', await untilAll(house, listed));
    await one('PUT Moderator/BlockUser', { query: { userId: author.userId, reason: 'Проверка' } }, bearer);
    const isGone = async (at: number) => (await page(at)).status === 404 && !(await listed(at));
    const isOut = async (at: number) =>
      (await processOf(house, at)('POST Identity/GetUser', {}, { token: author.token })).status === 401;
    const [block, session] = await Promise.all([untilAll(house, isGone), untilAll(house, isOut)]);
    worst('block', block);
    worst('session', session);
  }
  return times;
}

const keyAnswer = z.object({ data: z.object({ key: z.string() }) });

/** A creator whose alerts are short, and the key of his widget. */
export async function makeWidget(house: FleetHouse): Promise<{ projectId: string; userId: string; key: string }> {
  const { projectId, token, userId } = await signIn(house.db, testSecrets.jwt);
  await house.api('GET Widget/Settings', {}, { token });
  const body = { alert: { duration: 3, minAmount: 0 } };
  const changed = await house.api('PUT Widget/Settings', { body }, { token });
  return { projectId, userId, key: keyAnswer.parse(changed.body).data.key };
}

/** Widgets on one process each, gifts through the others; then every creator is blocked on a process that is not his widget's. */
export async function playAcross(house: FleetHouse, gifts: number) {
  const widgets = await Promise.all(house.apis.map(() => makeWidget(house)));
  const screens = widgets.map(({ key }) => openScreen(key, 30));
  const pages = screens.map((screen, index) =>
    loadPage(screen, house.fleet.members[index]?.url ?? '', processOf(house, index + 1)),
  );
  const delays: number[] = [];
  try {
    await timeUntil(async () => screens.every(({ open }) => open.length > 0));
    await inParallel(gifts, 3, async (index) => {
      const at = index % widgets.length;
      const other = processOf(house, ((at + 1 + (index % 2)) % house.apis.length) + 1);
      const gift = { projectId: widgets[at]?.projectId ?? '', amount: 5_000 + index };
      const made = await giveUntilAcknowledged(other, gift, `across-gift-${index}`);
      await payByCard(made.paymentUrl, testCards.noCode);
      const paidAt = Date.now();
      await timeUntil(async () => screens[at]?.received.has(made.payId) === true);
      delays.push((screens[at]?.received.get(made.payId) ?? Number.POSITIVE_INFINITY) - paidAt);
    });
    const staff = await signIn(house.db, testSecrets.jwt, { role: 'moderator' });
    const cut = await Promise.all(
      widgets.map(async ({ userId }, index) => {
        const other = processOf(house, ((index + 1) % house.apis.length) + 1);
        await other('PUT Moderator/BlockUser', { query: { userId, reason: 'Проверка' } }, { token: staff.token });
        return timeUntil(async () => screens[index]?.open.at(-1)?.to !== Number.POSITIVE_INFINITY);
      }),
    );
    const heard = screens.flatMap((screen) => screen.heard.map(({ alertId }) => alertId));
    return { delays, heard: heard.length, doubled: heard.length - new Set(heard).size, cut: Math.max(...cut) };
  } finally {
    for (const page of pages) page.close();
  }
}

import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { fromMain } from '#base/money/money.ts';
import { newProduct } from '#test/support/merch-fixture.ts';
import { signIn, signInAgain } from '#test/support/sign-in.ts';
import { type ApiAnswer, testSecrets } from '#test/support/start-app.ts';
import { giveUntilAcknowledged, inParallel, payByCard, testCards } from '#test/torture/money/donors.ts';
import { shortenAlerts } from '#test/torture/widgets/widget-key.ts';
import { loadPage, openScreen } from '#test/torture/widgets/widget-source.ts';
import { type FleetFixture, processOf } from './fleet-fixture.ts';

const tokens = z.object({ data: z.object({ token: z.string(), refreshToken: z.string() }) });

/** Polls until the condition holds. Returns the milliseconds; Infinity after 15 s. */
async function timeUntil(isSo: () => Promise<boolean>): Promise<number> {
  const from = performance.now();
  while (!(await isSo())) {
    if (performance.now() - from > 15_000) return Number.POSITIVE_INFINITY;
    await pause(5);
  }
  return performance.now() - from;
}

/** Polls every process at once. Returns the milliseconds until the last one has the answer. */
async function untilAll(fixture: FleetFixture, isSo: (number: number) => Promise<boolean>): Promise<number> {
  return Math.max(...(await Promise.all(fixture.apis.map((_, index) => timeUntil(() => isSo(index + 1))))));
}

/** Opens sessions on one process, renews them on another and ends them on the third, repeatedly. */
export async function passSessionsAround(fixture: FleetFixture, rounds: number) {
  let refused = 0;
  let slowest = 0;
  for (let round = 0; round < rounds; round++) {
    const [here, there, third] = [0, 1, 2].map((step) =>
      processOf(fixture, ((round + step) % fixture.apis.length) + 1),
    );
    if (!here || !there || !third) throw new Error('three processes are needed');
    const person = await signIn(fixture.db, testSecrets.jwt);
    const other = await signInAgain(fixture.db, testSecrets.jwt, person);
    const asked = await Promise.all(
      fixture.apis.map((api) => api('POST Identity/GetUser', {}, { token: person.token })),
    );
    refused += asked.filter(({ status }) => status !== 200).length;
    const body = { accessToken: person.token, refreshToken: person.refreshToken };
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        processOf(fixture, (index % 3) + 1)('POST Identity/RefreshToken', { body }),
      ),
    );
    const fresh = answers.map((answer) => tokens.safeParse(answer.body).data?.data);
    refused += new Set(fresh.map((one) => one?.refreshToken)).size - 1;
    const { token = '' } = fresh[0] ?? {};
    if ((await there('POST Identity/GetUser', {}, { token })).status !== 200) refused += 1;
    const staff = await signIn(fixture.db, testSecrets.jwt, { role: 'moderator' });
    await third('PUT Moderator/EndSessions', { query: { userId: person.userId } }, { token: staff.token });
    const all = [token, other.token].map((one) =>
      untilAll(
        fixture,
        async (at) => (await processOf(fixture, at)('POST Identity/GetUser', {}, { token: one })).status === 401,
      ),
    );
    slowest = Math.max(slowest, ...(await Promise.all(all)));
  }
  return { refused, slowest };
}

/** Sends requests of one address at once. Returns how many were answered. */
async function spend(asks: number, ask: (index: number) => Promise<ApiAnswer>): Promise<number> {
  const answers = await Promise.all(Array.from({ length: asks }, (_, index) => ask(index)));
  return answers.filter(({ status }) => status === 200).length;
}

/** Uses up a budget on one process, and with another address on all processes; requests codes on all of them at once. */
export async function spendBudgets(fixture: FleetFixture) {
  const check = (at: number, address: string) => (index: number) =>
    processOf(fixture, at === 0 ? (index % fixture.apis.length) + 1 : at)(
      'GET Identity/CheckPhone',
      { query: { phone: `99891${String(index).padStart(7, '0')}` } },
      { address },
    );
  const onOne = await spend(150, check(1, '127.8.1.1'));
  const onAll = await spend(150, check(0, '127.8.2.1'));
  const throughProxy = await spend(150, (index) =>
    fixture.api('GET Identity/CheckPhone', { query: { phone: `99891${index + 1_000_000}` } }, { address: '127.8.3.1' }),
  );
  const codes = await spend(fixture.apis.length * 5, (index) =>
    processOf(fixture, (index % fixture.apis.length) + 1)(
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

/** One buyer adds products to the basket on all processes at once, repeatedly under the same keys. */
export async function fillBaskets(fixture: FleetFixture, buyers: number) {
  const seller = await signIn(fixture.db, testSecrets.jwt);
  const productId = await newProduct(fixture.db, { userId: seller.userId, price: fromMain(100_000) });
  let wrong = 0;
  await inParallel(buyers, 4, async (buyer) => {
    const { token, userId } = await signIn(fixture.db, testSecrets.jwt);
    const body = { items: [{ productId, quantity: 1 }] };
    const put = (index: number) =>
      processOf(fixture, (index % fixture.apis.length) + 1)(
        'POST Order/CreateOrder',
        { body },
        { token, idempotencyKey: `basket-${buyer}-${index % 30}` },
      );
    await Promise.all(Array.from({ length: 60 }, (_, index) => put(index).catch(() => null)));
    const seen = await Promise.all(
      fixture.apis.map(async (api) => basket.parse((await api('GET Order/GetUserBasket', {}, { token })).body).data),
    );
    const isRight = seen.every(({ items }) => items.length === 1 && items[0]?.quantity === 30);
    const { rows } = await fixture.db.pool.query<{ count: number }>(
      'select count(*)::int as count from shop_order where user_id = $1',
      [userId],
    );
    if (!isRight || new Set(seen.map(({ orderId }) => orderId)).size !== 1 || rows[0]?.count !== 1) wrong += 1;
  });
  return { wrong };
}

interface PageAnswer {
  readonly status: number;
  readonly text: string;
}

async function read(url: string): Promise<PageAnswer> {
  const response = await fetch(url, { redirect: 'manual' });
  return { status: response.status, text: await response.text() };
}

/** Changes pages and answers that every process has cached, on one process. Measures until the last process shows the new one. */
export async function changeCachedPages(fixture: FleetFixture, rounds: number) {
  const staff = await signIn(fixture.db, testSecrets.jwt, { role: 'moderator' });
  const times = { donation: 0, ranking: 0, block: 0, session: 0 };
  const worst = (name: keyof typeof times, value: number) => {
    times[name] = Math.max(times[name], value);
  };
  for (let round = 0; round < rounds; round++) {
    const userName = `fleet_author_${round}`;
    const author = await signIn(fixture.db, testSecrets.jwt, { userName });
    await fixture.db.pool.query('update creator set types = array[1]::smallint[] where user_id = $1', [author.userId]);
    const one = processOf(fixture, (round % fixture.apis.length) + 1);
    const page = (at: number) => read(`${fixture.fleet.members[at - 1]?.url}/${userName}`);
    const listed = async (at: number) =>
      JSON.stringify((await processOf(fixture, at)('GET User/List', { query: { Take: 1 } })).body).includes(
        author.userId,
      );
    await untilAll(fixture, async (at) => (await page(at)).status === 200);
    const donation = { projectId: author.projectId, amount: 7_000, name: `Щедрый ${round} гость` };
    const made = await giveUntilAcknowledged(one, donation, `cached-page-${round}`);
    await payByCard(made.paymentUrl, testCards.noCode);
    const paid = () =>
      fixture.db.pool.query('select from donation where id = $1 and paid_at is not null', [made.payId]);
    await timeUntil(async () => (await paid()).rowCount === 1);
    worst('donation', await untilAll(fixture, async (at) => (await page(at)).text.includes(donation.name)));
    const bearer = { token: staff.token };
    await one('POST User/CreateUserOrder', { query: { userId: author.userId, order: 1 } }, bearer);
    worst('ranking', await untilAll(fixture, listed));
    await one('PUT Moderator/BlockUser', { query: { userId: author.userId, reason: 'Проверка' } }, bearer);
    const isGone = async (at: number) => (await page(at)).status === 404 && !(await listed(at));
    const isOut = async (at: number) =>
      (await processOf(fixture, at)('POST Identity/GetUser', {}, { token: author.token })).status === 401;
    const [block, session] = await Promise.all([untilAll(fixture, isGone), untilAll(fixture, isOut)]);
    worst('block', block);
    worst('session', session);
  }
  return times;
}

/** Makes a creator with short alerts and a widget key. */
export async function makeWidget(
  fixture: Pick<FleetFixture, 'db' | 'api'>,
): Promise<{ projectId: string; userId: string; key: string }> {
  const { projectId, token, userId } = await signIn(fixture.db, testSecrets.jwt);
  return { projectId, userId, key: await shortenAlerts(fixture.api, { token }) };
}

/** Opens each widget on one process and donates through the others; then blocks every creator on another process than the widget's. */
export async function playAcross(fixture: FleetFixture, donations: number) {
  const widgets = await Promise.all(fixture.apis.map(() => makeWidget(fixture)));
  const screens = widgets.map(({ key }) => openScreen(key, 30));
  const pages = screens.map((screen, index) =>
    loadPage(screen, fixture.fleet.members[index]?.url ?? '', processOf(fixture, index + 1)),
  );
  const delays: number[] = [];
  try {
    await timeUntil(async () => screens.every(({ open }) => open.length > 0));
    await inParallel(donations, 3, async (index) => {
      const at = index % widgets.length;
      const other = processOf(fixture, ((at + 1 + (index % 2)) % fixture.apis.length) + 1);
      const donation = { projectId: widgets[at]?.projectId ?? '', amount: 5_000 + index };
      const made = await giveUntilAcknowledged(other, donation, `across-donation-${index}`);
      await payByCard(made.paymentUrl, testCards.noCode);
      const paidAt = Date.now();
      await timeUntil(async () => screens[at]?.received.has(made.payId) === true);
      delays.push((screens[at]?.received.get(made.payId) ?? Number.POSITIVE_INFINITY) - paidAt);
    });
    const staff = await signIn(fixture.db, testSecrets.jwt, { role: 'moderator' });
    const cut = await Promise.all(
      widgets.map(async ({ userId }, index) => {
        const other = processOf(fixture, ((index + 1) % fixture.apis.length) + 1);
        await other('PUT Moderator/BlockUser', { query: { userId, reason: 'Проверка' } }, { token: staff.token });
        return timeUntil(async () => screens[index]?.open.at(-1)?.to !== Number.POSITIVE_INFINITY);
      }),
    );
    const played = screens.flatMap((screen) => screen.played.map(({ alertId }) => alertId));
    return { delays, played: played.length, doubled: played.length - new Set(played).size, cut: Math.max(...cut) };
  } finally {
    for (const page of pages) page.close();
  }
}

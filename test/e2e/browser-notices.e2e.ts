import { type APIRequestContext, type Page, request as requests } from '@playwright/test';
import { cards } from '#test/e2e/support/donor.ts';
import { expect, expectAccessible, test } from '#test/e2e/support/fixtures.ts';
import { dataOf, enter, logOut, press, registered } from '#test/e2e/support/people.ts';
import { type StartedProduct, startProduct } from '#test/e2e/support/started.ts';
import { type PushService, startPushService, type TestBrowser } from '#test/support/notices/push-stand-in.ts';

let service: PushService;
let server: StartedProduct;
let api: APIRequestContext;

test.use({ serviceWorkers: 'allow' });

test.beforeAll(async () => {
  service = await startPushService();
  server = await startProduct('push', {});
  api = await requests.newContext({ baseURL: server.url });
});
test.afterAll(async () => {
  await api?.dispose();
  await server?.close();
  await service?.close();
});

const turnOn = (page: Page) => page.getByRole('button', { name: 'Включить в этом браузере' });
const here = (page: Page) => page.getByText('Этот браузер', { exact: true });

/** Chromium without a window has no push service: its subscriptions are those of the stand-in. */
async function withPushService(page: Page, answer: NotificationPermission = 'granted'): Promise<TestBrowser> {
  const browser = service.subscribe();
  await page.context().grantPermissions(answer === 'granted' ? ['notifications'] : []);
  await page.addInitScript(
    ({ subscription: { endpoint, p256dh, auth }, permission }) => {
      const bytes = (text: string) => {
        const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
        return Uint8Array.from(plain, (sign) => sign.charCodeAt(0)).buffer;
      };
      const stored = 'test-subscription';
      const subscription = (key: string) => ({
        endpoint,
        options: { applicationServerKey: bytes(key), userVisibleOnly: true },
        getKey: (name: string) => bytes(name === 'auth' ? auth : p256dh),
        unsubscribe: async () => {
          localStorage.removeItem(stored);
          return true;
        },
      });
      Object.assign(PushManager.prototype, {
        getSubscription: async () => {
          const key = localStorage.getItem(stored);
          return key === null ? null : subscription(key);
        },
        subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
          localStorage.setItem(stored, applicationServerKey);
          return subscription(applicationServerKey);
        },
      });
      Object.defineProperty(Notification, 'permission', { get: () => permission });
      Object.assign(Notification, { requestPermission: async () => permission });
    },
    { subscription: browser.subscription, permission: answer },
  );
  return browser;
}

/** Hands a message to the service worker, as the browser does when its push service has one. */
async function deliver(page: Page, message: object): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const registration = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first !== undefined) resolve(first.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await registration,
    data: JSON.stringify(message),
  });
}

const bearer = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` });

async function projectOf(person: { token: string }): Promise<string> {
  const { donate } = await dataOf(await api.get('/api/PersonalAccount/Get', { headers: bearer(person) }));
  return Object.assign({ id: '' }, donate).id;
}

/** Gives a paid donation, as a guest or as a donor; returns its payId. */
async function give(projectId: string, name: string, donor?: { token: string }): Promise<string> {
  const data = { projectId, amount: 10_000, name, message: 'Привет' };
  const headers = donor === undefined ? {} : bearer(donor);
  const { payId, paymentUrl } = await dataOf(await api.post('/api/ProjectPay/Create', { data, headers }));
  const card = { pan: cards.withoutCode.replaceAll(' ', ''), expiry: '1230' };
  await api.patch(String(paymentUrl), { data: { card, payment_system: 'uzcard' } });
  const status = async () => (await dataOf(await api.get(`/api/ProjectPay/Status?payId=${payId}`))).status;
  await expect.poll(status).toBe('Paid');
  return String(payId);
}

/** Notes what the service worker shows: Chromium without a window shows nothing. */
async function watchShown(page: Page): Promise<() => Promise<unknown>> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  const [worker] = page.context().serviceWorkers();
  if (worker === undefined) throw new Error('there is no service worker');
  await worker.evaluate(() => {
    const shown: object[] = [];
    Object.assign(globalThis, { shown });
    ServiceWorkerRegistration.prototype.showNotification = async (title, { body, tag } = {}) => {
      shown.push({ title, body, tag });
    };
  });
  return () => worker.evaluate(() => Object.assign({ shown: [] }, globalThis).shown);
}

test('a creator turns notices on in the browser, gets a donation, and turns them off', async ({ newWindow }) => {
  const page = await newWindow({ baseURL: server.url });
  const browser = await withPushService(page);
  const person = await registered(api);
  await enter(page, person, '/profile/notices');
  await expect(turnOn(page)).toBeVisible();
  expect(browser.tries(), 'nothing is asked when the page opens').toBe(0);
  await expectAccessible(page);
  await turnOn(page).click();
  await expect(here(page)).toBeVisible();
  await expect(turnOn(page)).toBeHidden();
  await expectAccessible(page);

  await give(await projectOf(person), 'Анна');
  await expect.poll(() => browser.pushed.length).toBe(1);
  const [pushed] = browser.pushed;
  expect(pushed?.message).toMatchObject({ title: 'Анна — 10\u00a0000\u00a0сум', body: 'Привет' });
  const shown = await watchShown(page);
  await deliver(page, { ...pushed?.message });
  await deliver(page, { ...pushed?.message });
  const notice = { title: 'Анна — 10\u00a0000\u00a0сум', body: 'Привет', tag: pushed?.message.id };
  await expect.poll(shown, 'one tag: the second takes the place of the first').toEqual([notice, notice]);

  await press(page, 'Выключить');
  await page.getByRole('dialog').getByRole('button', { name: 'Выключить', exact: true }).click();
  await expect(turnOn(page)).toBeVisible();
  await expect(here(page)).toBeHidden();
});

test('a donor is offered notices after the donation, once, and gets the thanks of the creator', async ({
  newWindow,
}) => {
  const creator = await registered(api);
  const donor = await registered(api);
  const projectId = await projectOf(creator);
  const first = await give(projectId, 'Анна', donor);
  const second = await give(projectId, 'Анна', donor);
  const offer = (page: Page) => page.getByRole('heading', { name: 'Узнать, когда вам ответят?' });
  const page = await newWindow({ baseURL: server.url });
  const browser = await withPushService(page);
  await enter(page, donor, `/thanks/${first}`);
  await expect(offer(page)).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Включить уведомления');
  await expect(page.getByText('Готово. Выключить уведомления можно в профиле.')).toBeVisible();
  await api.post('/api/Donate/Thank', { data: { payId: first }, headers: bearer(creator) });
  await expect.poll(() => browser.pushed.length).toBe(1);
  expect(browser.pushed[0]?.message).toMatchObject({ path: `/thanks/${first}` });
  await page.goto(`/thanks/${second}`);
  await expect(page.getByRole('heading', { name: 'Спасибо!' })).toBeVisible();
  await expect(offer(page), 'they are on').toBeHidden();

  const other = await newWindow({ baseURL: server.url });
  await withPushService(other);
  await enter(other, donor, `/thanks/${second}`);
  await press(other, 'Не нужно');
  await expect(offer(other)).toBeHidden();
  await other.reload();
  await expect(other.getByRole('link', { name: 'Чек' })).toBeVisible();
  await expect(offer(other), 'it was declined').toBeHidden();
});

test('whoever logs out leaves no notices in the browser, and a refusal is explained', async ({ newWindow }) => {
  const page = await newWindow({ baseURL: server.url });
  await withPushService(page);
  await enter(page, await registered(api), '/profile/notices');
  await turnOn(page).click();
  await expect(here(page)).toBeVisible();
  await logOut(page);
  expect(await page.evaluate(() => localStorage.getItem('test-subscription'))).toBeNull();

  const refusing = await newWindow({ baseURL: server.url });
  await withPushService(refusing, 'denied');
  await enter(refusing, await registered(api), '/profile/notices');
  await expect(refusing.getByText('Уведомления этого сайта запрещены в браузере.')).toBeVisible();
  await expect(turnOn(refusing)).toBeHidden();
  await expectAccessible(refusing);
});

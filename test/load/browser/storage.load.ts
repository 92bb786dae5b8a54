import type { BrowserContext, Page } from 'playwright-core';
import { test } from 'vitest';
import { publish } from '#test/load/access/owned-things.ts';
import { readSentCode } from '#test/load/identity/sent-code.ts';
import { testCards } from '#test/load/money/donors.ts';
import { prove } from '#test/load/prove.ts';
import { newProduct } from '#test/support/merch-fixture.ts';
import { newPhone, type SignedIn, signIn } from '#test/support/sign-in.ts';
import { testSecrets } from '#test/support/start-app.ts';
import { type BrowserFixture, openBrowserFixture } from './browser-window.ts';
import { dumpDatabase, findCardNumbers, findSecrets, logOf, type Secret } from './secret-search.ts';

/** The browser's storage of this site after a step, as text. */
interface StorageSnapshot {
  readonly after: string;
  readonly text: string;
}

/** Reads everything that scripts of the site, or the next user of this computer, can read. */
async function readStorage(page: Page): Promise<string> {
  const inPage = await page.evaluate(async () => {
    const asked = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const parts: unknown[] = [{ ...localStorage }, { ...sessionStorage }, document.cookie, history.state, window.name];
    for (const { name } of await indexedDB.databases()) {
      const database = await asked(indexedDB.open(name ?? ''));
      for (const store of database.objectStoreNames) {
        parts.push(name, store, await asked(database.transaction(store).objectStore(store).getAll()));
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const type = (await cache.match(request))?.headers.get('content-type') ?? '';
        parts.push(name, request.url, /json|html/.test(type) ? await (await cache.match(request))?.text() : type);
      }
    }
    return JSON.stringify(parts);
  });
  return `${page.url()}\n${inPage}\n${JSON.stringify(await page.context().cookies())}`;
}

const rightCode = '123456';

class Visitor {
  readonly secrets: Secret[] = [];
  readonly snapshots: StorageSnapshot[] = [];
  readonly #fixture: BrowserFixture;

  constructor(fixture: BrowserFixture) {
    this.#fixture = fixture;
  }

  addSecret(what: string, value: string, isCode = false): string {
    this.secrets.push({ owner: 'no one', what, value, isCode });
    return value;
  }

  async codeOf(phone: string): Promise<string> {
    return this.addSecret('a code', await readSentCode(this.#fixture.fleet.server.api, phone), true);
  }

  async note(page: Page, after: string): Promise<void> {
    for (const one of page.context().pages()) this.snapshots.push({ after, text: await readStorage(one) });
  }

  /** Runs a step in a browser without any data of this site. */
  async alone(work: (page: Page, context: BrowserContext) => Promise<void>): Promise<void> {
    const context = await this.#fixture.newVisitor();
    try {
      await work(await context.newPage(), context);
    } finally {
      await context.close();
    }
  }
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const phoneField = (page: Page) => page.getByLabel('Номер телефона');
const passwordField = (page: Page) => page.getByLabel(/^(Пароль|Придумайте пароль|Новый пароль)$/);
const codeField = (page: Page) => page.getByLabel('Код из SMS, 6 цифр');
const payButton = (page: Page) => page.getByRole('button', { name: /^Оплатить [\d\s]+сум/ });

interface CodeLogin {
  readonly path: string;
  readonly phone: string;
  readonly password?: string;
  /** The page after the login. */
  readonly to: string;
  readonly name: string;
}

/** Registers or logs in with a code. */
async function enterByCode(visitor: Visitor, { path, phone, password, to, name }: CodeLogin): Promise<void> {
  await visitor.alone(async (page) => {
    await page.goto(path);
    await phoneField(page).fill(`+${phone}`);
    if (password !== undefined) await passwordField(page).fill(password);
    await press(page, 'Получить код');
    await codeField(page).waitFor();
    await visitor.note(page, `asking for a code, ${name}`);
    await codeField(page).fill(await visitor.codeOf(phone));
    await page.waitForURL(to);
    await visitor.note(page, name);
  });
}

async function setPassword(visitor: Visitor, phone: string, password: string): Promise<void> {
  await visitor.alone(async (page) => {
    await page.goto('/reset');
    await phoneField(page).fill(`+${phone}`);
    await press(page, 'Получить код');
    await codeField(page).waitFor();
    await codeField(page).fill(await visitor.codeOf(phone));
    await passwordField(page).fill(password);
    await visitor.note(page, 'typing a new password');
    await press(page, 'Сменить пароль и войти');
    await page.waitForURL('**/profile');
    await visitor.note(page, 'the new password');
  });
}

async function writeCard(page: Page, pan: string): Promise<void> {
  const another = page.getByRole('radio', { name: 'Другая карта' });
  if (await another.isVisible()) await another.check();
  await page.getByLabel('Номер карты').fill(pan);
  await page.getByLabel('Срок действия').fill('12/39');
  const remember = page.getByLabel('Запомнить карту в этом браузере');
  if (await remember.isVisible()) await remember.check();
}

async function give(visitor: Visitor, userName: string, pan: string): Promise<void> {
  await visitor.alone(async (page) => {
    await page.goto(`/${userName}`);
    await page.getByLabel('Сумма', { exact: true }).fill('12345');
    await page.getByLabel('Сообщение автору').fill('Пусть струны звучат');
    await page.getByLabel('Ваше имя').fill('Дарья');
    await page.getByRole('button', { name: /^Поддержать на/ }).click();
    await payButton(page).waitFor();
    await writeCard(page, pan);
    await visitor.note(page, 'typing a card for a donation');
    await payButton(page).click();
    const code = page.getByRole('textbox', { name: 'Код из SMS' });
    await code.waitFor();
    await visitor.note(page, 'asking for the code of a card');
    await code.fill(rightCode);
    await page.waitForURL('**/thanks/**');
    await visitor.note(page, 'a donation');
  });
}

interface Account {
  readonly phone: string;
  readonly password: string;
}

/** Logs in by password, after a wrong one, and buys a product by card. */
async function buy(visitor: Visitor, { phone, password }: Account, productId: string, pan: string): Promise<void> {
  await visitor.alone(async (page) => {
    await page.goto('/auth');
    await phoneField(page).fill(`+${phone}`);
    await passwordField(page).fill(visitor.addSecret('a wrong password', `${password} не тот`));
    await press(page, 'Войти');
    await page.getByText('Неверный номер телефона или пароль').waitFor();
    await visitor.note(page, 'a wrong password');
    await passwordField(page).fill(password);
    await press(page, 'Войти');
    await page.waitForURL('**/profile');
    await visitor.note(page, 'the login by password');
    await page.goto(`/merch/${productId}`);
    await press(page, 'В корзину');
    await page.getByText('Добавлено.').first().waitFor();
    await page.goto('/basket');
    await page.getByText('По адресу').click();
    await page.getByLabel('Адрес доставки').fill('Ташкент, улица Навои, 12');
    await page.getByLabel('Имя и фамилия').fill('Дарья Ким');
    await page.getByRole('button', { name: 'Перейти к оплате' }).click();
    await payButton(page).waitFor();
    await writeCard(page, pan);
    await visitor.note(page, 'typing a card for an order');
    await payButton(page).click();
    await page.getByText('Спасибо! Заказ оплачен.').waitFor();
    await visitor.note(page, 'an order');
    // The remembered card, its donation and the password page, as the next visitor sees them.
    await page.goto('/profile/security');
    await passwordField(page)
      .first()
      .waitFor({ timeout: 3_000 })
      .catch(() => undefined);
    await visitor.note(page, 'everything');
  });
}

async function makeCreator(fixture: BrowserFixture): Promise<SignedIn & { productId: string; userName: string }> {
  const userName = 'storage_creator';
  const creator = await signIn(fixture.fleet.db, testSecrets.jwt, { userName });
  await publish(fixture.fleet, creator);
  return { ...creator, userName, productId: await newProduct(fixture.fleet.db, { userId: creator.userId }) };
}

test('24: the browser stores no card number, code or password', async () => {
  const fixture = await openBrowserFixture({ env: { LOG_LEVEL: 'trace' } });
  const { fleet } = fixture;
  try {
    const visitor = new Visitor(fixture);
    const { userName, productId } = await makeCreator(fixture);
    const phone = newPhone();
    const password = visitor.addSecret('a password', `лампа над столом ${phone}`);
    const second = visitor.addSecret('a password', `другая лампа ${phone}`);
    for (const pan of [testCards.code, testCards.noCode]) visitor.addSecret('a card number', pan);
    visitor.addSecret("a card's code", rightCode, true);
    const own = { phone, to: '**/profile' };
    await enterByCode(visitor, { ...own, path: '/registration', password, name: 'the registration' });
    await enterByCode(visitor, { ...own, path: '/identify', name: 'the login by code' });
    await setPassword(visitor, phone, second);
    await give(visitor, userName, testCards.code);
    await buy(visitor, { phone, password: second }, productId, testCards.noCode);
    await fleet.db.pool.query(`update person set role = 'admin' where phone = $1`, [phone]);
    const staff = { phone, password: second, path: '/admin', to: '**/admin/blogers**' };
    await enterByCode(visitor, { ...staff, name: 'the login of the staff' });
    const { secrets, snapshots } = visitor;
    const look = (text: string) => [...findSecrets(text, secrets), ...findCardNumbers(text)];
    prove(24, {
      promise: `registration, logins, a new password, a donation, an order and the staff's login in Chromium: no card number, code or password is kept`,
      none: {
        "in the browser's storage": snapshots.flatMap(({ after, text }) =>
          look(text).map((found) => `${found}, after ${after}`),
        ),
        'in the log and the database': look(`${logOf(fleet)}\n${await dumpDatabase(fleet)}`),
      },
      met: { 'storage looked at': [snapshots.length, 16] },
    });
  } finally {
    await fixture.close();
  }
});

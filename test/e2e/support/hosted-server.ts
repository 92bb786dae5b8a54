import { type APIRequestContext, type BrowserContextOptions, type Page, request as requests } from '@playwright/test';
import { type Creator, newCreator } from './creator.ts';
import * as donor from './donor.ts';
import { expect, test } from './fixtures.ts';
import { dataOf } from './people.ts';
import * as shopping from './shop.ts';
import { type StartedProduct, startProduct } from './started.ts';
import { noteAlert, openWidget } from './widget-page.ts';

/** The systems beside the gateway, as they are named and as payers read it. */
const titles = { payme: 'Payme', 'payme-card': 'Картой через Payme', click: 'Click', stripe: 'Stripe' } as const;
type Hosted = keyof typeof titles;

/** The product with such a system on offer beside the gateway, and a stand-in for each. */
interface HostedServer extends StartedProduct {
  /** The system plays an outage, or ends it: then it is offered again. */
  setDown(isDown: boolean): Promise<void>;
}

/** The systems that the forms name as those that do not answer. */
async function downSystems(url: string): Promise<unknown> {
  const { data } = Object(await (await fetch(`${url}/api/Donate/Settings`)).json());
  return Object(data).downSystems ?? [];
}

/** Starts it as `SANDBOX=payme PAYMENT=gateway,payme npm start` does. */
async function startHostedServer(system: Hosted): Promise<HostedServer> {
  const product = await startProduct(system, { SANDBOX: system, PAYMENT: `gateway,${system}` });
  const secret = process.env.PAYMENT_SECRET || 'opora-sandbox-secret';
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${secret}` };
  return {
    ...product,
    async setDown(isDown) {
      const body = JSON.stringify({ mode: isDown ? 'down' : 'ok' });
      await fetch(`${product.sandboxUrl}/${system}/control/faults`, { method: 'POST', headers, body });
      if (!isDown) await expect.poll(() => downSystems(product.url)).not.toContain(system);
    },
  };
}

/** What a payer finds on the page of a system. */
export const payerPage = (page: Page) => ({
  pay: page.getByRole('button', { name: 'Оплатить', exact: true }),
  payPoorly: page.getByRole('button', { name: 'Оплатить картой, на которой нет денег' }),
  decline: page.getByRole('link', { name: 'Отказаться' }),
  back: page.getByRole('link', { name: 'Вернуться на сайт' }),
});

/** A payer turns to his card on the creator's page, while `left` goes on showing the page of a system. */
export async function turnToCard(page: Page, left: Page, userName: string): Promise<void> {
  await left.goto(page.url());
  await page.goto(`/${userName}`);
  await page.getByRole('button', { name: 'Изменить сумму или сообщение' }).click();
  await page.getByRole('radio', { name: 'Картой' }).check();
  await donor.giveButton(page).click();
  await expect(donor.payButton(page)).toBeVisible();
}

type NewWindow = (options?: BrowserContextOptions) => Promise<Page>;

/** A donor's window, with what is given there. */
interface Giving {
  readonly page: Page;
  readonly creator: Creator;
  readonly donation: donor.Donation;
}

/** The server of a file's tests, its payers and its staff. */
export class HostedTests {
  readonly #system: Hosted;
  #server: HostedServer | undefined;
  #api: APIRequestContext | undefined;

  constructor(system: Hosted) {
    this.#system = system;
    test.beforeAll(async () => {
      this.#server = await startHostedServer(system);
      this.#api = await requests.newContext({ baseURL: this.#server.url });
    });
    test.afterAll(async () => {
      await this.#api?.dispose();
      await this.#server?.close();
    });
  }

  get #started(): HostedServer {
    if (this.#server === undefined) throw new Error('the server of these tests has not started');
    return this.#server;
  }

  get api(): APIRequestContext {
    if (this.#api === undefined) throw new Error('the server of these tests has not started');
    return this.#api;
  }

  openWindow(newWindow: NewWindow): Promise<Page> {
    return newWindow({ baseURL: this.#started.url });
  }

  /** The system's cabinet, in which the owner of the site sees what was paid. */
  async openCabinet(newWindow: NewWindow): Promise<Page> {
    const page = await newWindow({ baseURL: this.#started.sandboxUrl });
    await page.goto(`/${this.#system}`);
    return page;
  }

  /** The stream of a creator; answers when the alert of a donation was first on it. */
  async watchStream(newWindow: NewWindow, { key }: Creator, { message }: donor.Donation) {
    const obs = await newWindow({ baseURL: this.#started.url, viewport: { width: 1920, height: 1080 } });
    await openWidget(obs, key);
    return noteAlert(obs, message);
  }

  /** A new creator and a donation of a sum that every system takes, which is not written yet. */
  async begin(newWindow: NewWindow): Promise<Giving> {
    const { sum, ...words } = donor.newDonation();
    const donation = { ...words, sum: 10_000 + (sum % 900_000) };
    return { page: await this.openWindow(newWindow), creator: await newCreator(this.api), donation };
  }

  /** Writes a donation on the creator's page and gives it at the system. */
  async give({ page, creator, donation }: Giving): Promise<void> {
    await page.goto(`/${creator.userName}`);
    await donor.writeDonation(page, donation);
    await page.getByRole('radio', { name: titles[this.#system] }).check();
    await donor.giveButton(page).click();
  }

  /** How many donations a creator has, as everybody sees. */
  async donationsOf({ userName }: Creator): Promise<unknown> {
    const { projectId } = await dataOf(await this.api.get(`/api/User/GetByName?userName=${userName}`));
    return (await dataOf(await this.api.get(`/api/ProjectPay/List?projectId=${String(projectId)}`))).totalCount;
  }

  /** Goes from a creator's page to that of the system, to pay a new donation. */
  async enter(newWindow: NewWindow): Promise<Giving> {
    const giving = await this.begin(newWindow);
    await this.give(giving);
    await expect(payerPage(giving.page).pay).toBeVisible();
    return giving;
  }

  /** Places an order of a new product with the choice of the system. */
  async placeOrder(newWindow: NewWindow) {
    const shop = await shopping.openShop(this.api);
    const page = await this.openWindow(newWindow);
    const sign = shopping.newSign();
    const product = await shop.product({ name: `Футболка ${sign}`, price: 90_000 });
    await shop.point(`Пункт ${sign}`);
    await shopping.enterAsBuyer(page, [product]);
    await shopping.choosePoint(page, `Пункт ${sign}`);
    await page.getByRole('radio', { name: titles[this.#system] }).check();
    await shopping.placeOrder(page, 'Дарья Ким');
    return { shop, page };
  }

  /** The system plays an outage until the work is done. */
  async whileDown(work: () => Promise<void>): Promise<void> {
    await this.#started.setDown(true);
    try {
      await work();
    } finally {
      await this.#started.setDown(false);
    }
  }
}

import type { Page } from '@playwright/test';
import * as donor from './donor.ts';
import { expect } from './fixtures.ts';
import * as shopping from './shop.ts';
import { type StartedProduct, startProduct } from './started.ts';

/** The systems beside the gateway, as they are named and as payers read it. */
const titles = { payme: 'Payme', 'payme-card': 'Картой через Payme', click: 'Click', stripe: 'Stripe' } as const;
type Hosted = keyof typeof titles;

/** The product with such a system on offer beside the gateway, and a stand-in for each. */
export interface HostedServer extends StartedProduct {
  /** The system plays an outage, or ends it: then it is offered again. */
  setDown(isDown: boolean): Promise<void>;
}

/** The systems that the forms name as those that do not answer. */
async function downSystems(url: string): Promise<unknown> {
  const { data } = Object(await (await fetch(`${url}/api/Donate/Settings`)).json());
  return Object(data).downSystems ?? [];
}

/** Starts it as `SANDBOX=payme PAYMENT=gateway,payme npm start` does. */
export async function startHostedServer(system: Hosted): Promise<HostedServer> {
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
  decline: page.getByRole('link', { name: 'Отказаться' }),
  back: page.getByRole('link', { name: 'Вернуться на сайт' }),
});

/** Writes a donation on the creator's page and gives it at a system. */
export async function giveAt(page: Page, system: Hosted, userName: string, donation: donor.Donation): Promise<void> {
  await page.goto(`/${userName}`);
  await donor.writeDonation(page, donation);
  await page.getByRole('radio', { name: titles[system] }).check();
  await donor.giveButton(page).click();
}

/** Goes from the creator's page to that of a system. */
export async function enterPage(page: Page, system: Hosted, userName: string, donation: donor.Donation): Promise<void> {
  await giveAt(page, system, userName, donation);
  await expect(payerPage(page).pay).toBeVisible();
}

/** A payer turns to his card on the creator's page, while `left` goes on showing the page of a system. */
export async function turnToCard(page: Page, left: Page, userName: string): Promise<void> {
  await left.goto(page.url());
  await page.goto(`/${userName}`);
  await page.getByRole('button', { name: 'Изменить сумму или сообщение' }).click();
  await page.getByRole('radio', { name: 'Картой' }).check();
  await donor.giveButton(page).click();
  await expect(donor.payButton(page)).toBeVisible();
}

/** Places an order of a new product that is paid on the page of a system. */
export async function orderAt(page: Page, system: Hosted, shop: Awaited<ReturnType<typeof shopping.openShop>>) {
  await placeAt(page, system, shop);
  await expect(payerPage(page).pay).toBeVisible();
}

/** Places an order of a new product with the choice of a system. */
export async function placeAt(page: Page, system: Hosted, shop: Awaited<ReturnType<typeof shopping.openShop>>) {
  const sign = shopping.newSign();
  const product = await shop.product({ name: `Футболка ${sign}`, price: 90_000 });
  await shop.point(`Пункт ${sign}`);
  await shopping.enterAsBuyer(page, [product]);
  await shopping.choosePoint(page, `Пункт ${sign}`);
  await page.getByRole('radio', { name: titles[system] }).check();
  await shopping.placeOrder(page, 'Дарья Ким');
}

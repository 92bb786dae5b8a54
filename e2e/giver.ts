import { randomInt } from 'node:crypto';
import { type APIRequestContext, expect, type Page } from '@playwright/test';

/** A gift as its donor writes it. `sum` in main units, different in each test, so that its payments can be told apart. */
export interface Gift {
  readonly sum: number;
  readonly name: string;
  readonly message: string;
}

/** Words that no other gift has; in Russian letters, since other tests look for foreign ones. */
export function newGift(): Gift {
  const sum = 10_001 + randomInt(9_000_000);
  const sign = Array.from({ length: 6 }, () => 'абвгдежзиклмнопрст'[randomInt(18)]).join('');
  return { sum, name: `Дарья ${sign}`, message: `Пусть струны звучат, ${sign}!` };
}

/** `12 345`, with whatever space the page puts between the figures. */
export function sumPattern(sum: number): RegExp {
  return new RegExp(String(sum).replace(/\B(?=(\d{3})+$)/g, '\\s'));
}

export const cards = {
  withCode: '8600 0000 0000 0106',
  withoutCode: '8600 0000 0000 0205',
  withoutMoney: '8600 0000 0000 0304',
  expired: '8600 0000 0000 0403',
  blocked: '8600 0000 0000 0502',
  silent: '8600 0000 0000 0601',
  callbackLost: '8600 0000 0000 0700',
  callbackTwice: '8600 0000 0000 0809',
  callbackLate: '8600 0000 0000 0908',
  humo: '9860 0000 0000 0109',
} as const;

export const rightCode = '123456';

export const giveButton = (page: Page) => page.getByRole('button', { name: /^Поддержать на/ });
export const payButton = (page: Page) => page.getByRole('button', { name: /^Оплатить [\d\s]+сум/ });
export const codeField = (page: Page) => page.getByRole('textbox', { name: 'Код из SMS' });
export const told = (page: Page) => page.getByRole('alert').filter({ hasText: /\S/ });

/** Fills in the gift form of the creator's page that is open. */
export async function writeGift(page: Page, { sum, name, message }: Gift): Promise<void> {
  await page.getByLabel('Сумма', { exact: true }).fill(String(sum));
  await page.getByLabel('Сообщение автору').fill(message);
  await page.getByLabel('Ваше имя').fill(name);
}

/** Goes to the creator's page and on to the card step of a gift. */
export async function beginGift(page: Page, userName: string, gift: Gift): Promise<void> {
  await page.goto(`/${userName}`);
  await writeGift(page, gift);
  await giveButton(page).click();
  await expect(payButton(page)).toBeVisible();
}

export async function writeCard(page: Page, number: string): Promise<void> {
  const other = page.getByRole('radio', { name: 'Другая карта' });
  if (await other.isVisible()) await other.check();
  await page.getByLabel('Номер карты').fill(number);
  await page.getByLabel('Срок действия').fill('12/39');
}

export async function payBy(page: Page, number: string): Promise<void> {
  await writeCard(page, number);
  await payButton(page).click();
}

/** The provider does what he is sent next, and his answer is lost on the way back. */
export async function loseNextAnswer(page: Page): Promise<void> {
  await page.route(
    /\/payment\//,
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
}

/** The thanks page, paid. */
export async function expectThanks(page: Page, { sum, message }: Gift): Promise<void> {
  await expect(page).toHaveURL(/\/thanks\//);
  await expect(page.getByRole('heading', { name: 'Спасибо!' })).toBeVisible();
  await expect(page.getByRole('article')).toContainText(sumPattern(sum));
  await expect(page.getByRole('article')).toContainText(message);
}

/** A payment in the provider's own books. `amount` in minor units. */
export interface BooksEntry {
  readonly reference: string;
  readonly status: string;
  readonly amount: number;
  readonly history: readonly { readonly status: string; readonly at: string }[];
  readonly callbacks: readonly { readonly status: string; readonly state: string }[];
}

/** The payments of a gift as the provider has them, oldest first. */
export async function booksOf(request: APIRequestContext, sandboxUrl: string, gift: Gift): Promise<BooksEntry[]> {
  const secret = process.env.PAYMENT_SECRET || 'opora-sandbox-secret';
  const answer = await request.get(`${sandboxUrl}/control/books`, { headers: { authorization: `Bearer ${secret}` } });
  const books: { payments: BooksEntry[] } = await answer.json();
  return books.payments.filter(({ amount }) => amount === gift.sum * 100);
}

/** How often the gift was charged: each charge is one `paid` in the history of a payment. */
export async function chargesOf(request: APIRequestContext, sandboxUrl: string, gift: Gift): Promise<number> {
  const books = await booksOf(request, sandboxUrl, gift);
  return books.flatMap(({ history }) => history).filter(({ status }) => status === 'paid').length;
}

/** All that the browser keeps for this site in the page's tab, as text. */
export function keptText(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
}

/** Neither card number nor code, in whatever grouping, is kept in the browser. */
export async function expectNoSecretsKept(page: Page, number: string): Promise<void> {
  const kept = (await keptText(page)).replace(/(\d)[\s-](?=\d)/g, '$1');
  expect(kept).not.toContain(number.replace(/\s/g, ''));
  expect(kept).not.toMatch(new RegExp(`(?<!\\d)${rightCode}(?!\\d)`));
}

import { randomInt } from 'node:crypto';
import { type APIRequestContext, expect, type Page, type Route } from '@playwright/test';

/** A donation as its donor writes it. `sum` in main units, different in each test, to identify its payments. */
export interface Donation {
  readonly sum: number;
  readonly name: string;
  readonly message: string;
}

/** A donation with unique words; in Russian letters, since other tests look for foreign ones, and without vowels, so that none is masked. */
export function newDonation(): Donation {
  const sum = 10_001 + randomInt(9_000_000);
  const sign = Array.from({ length: 6 }, () => 'бвгджзклмнпрстфхцч'[randomInt(18)]).join('');
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
/** An error or a hint that the page announces. */
export const notice = (page: Page) => page.getByRole('alert').filter({ hasText: /\S/ });

export async function writeDonation(page: Page, { sum, name, message }: Donation): Promise<void> {
  await page.getByLabel('Сумма', { exact: true }).fill(String(sum));
  await page.getByLabel('Сообщение автору').fill(message);
  await page.getByLabel('Ваше имя').fill(name);
}

/** Makes the window so high that no bar lies over a part of the form, which would then be too small to touch. */
export async function seeWholeForm(page: Page, height = 1_800): Promise<void> {
  const { width } = page.viewportSize() ?? { width: 390 };
  await page.setViewportSize({ width, height });
  // From its beginning: what a press further down has scrolled away is half seen.
  await page.evaluate(() => scrollTo(0, 0));
}

/** Goes to the creator's page and on to the card step of a donation. */
export async function beginDonation(page: Page, userName: string, donation: Donation): Promise<void> {
  await page.goto(`/${userName}`);
  await writeDonation(page, donation);
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

/** Answers the next card or code that is sent to the provider by `answer`; all other requests pass. */
export async function onNext(page: Page, sent: 'card' | 'otp', answer: (route: Route) => Promise<void>): Promise<void> {
  let isOver = false;
  await page.route(/\/payment\//, async (route) => {
    const isIt = route.request().method() === 'PATCH' && route.request().postData()?.includes(`"${sent}"`);
    if (!isIt || isOver) return route.fallback();
    isOver = true;
    return answer(route);
  });
}

/** The provider processes the next card or code, and its answer is lost. */
export async function loseNextAnswer(page: Page, to: 'card' | 'otp'): Promise<void> {
  await onNext(page, to, async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
}

export async function expectThanks(page: Page, { sum, message }: Donation): Promise<void> {
  await expect(page).toHaveURL(/\/thanks\//);
  await expect(page.getByRole('heading', { name: 'Спасибо!' })).toBeVisible();
  await expect(page.getByRole('article')).toContainText(sumPattern(sum));
  await expect(page.getByRole('article')).toContainText(message);
}

/** A payment in the provider's own books. `amount` in minor units. */
export interface BooksEntry {
  readonly id: string;
  readonly reference: string;
  readonly status: string;
  readonly amount: number;
  readonly history: readonly { readonly status: string; readonly at: string }[];
  readonly callbacks: readonly { readonly status: string; readonly state: string }[];
}

const ofTester = () => ({ authorization: `Bearer ${process.env.PAYMENT_SECRET || 'opora-sandbox-secret'}` });

/** Makes the provider fail for the test's own payments only, since other tests pay at the same time. `{}` ends the faults. */
export async function setFaults(
  request: APIRequestContext,
  sandboxUrl: string,
  faults: { readonly mode: string; readonly payments: readonly string[] } | Record<string, never>,
): Promise<void> {
  const answer = await request.post(`${sandboxUrl}/control/faults`, { headers: ofTester(), data: faults });
  expect(answer.ok(), 'the provider took the faults').toBe(true);
}

/** The payments of a donation as the provider has them, oldest first. */
export async function booksOf(
  request: APIRequestContext,
  sandboxUrl: string,
  donation: Donation,
): Promise<BooksEntry[]> {
  const answer = await request.get(`${sandboxUrl}/control/books`, { headers: ofTester() });
  const books: { payments: BooksEntry[] } = await answer.json();
  return books.payments.filter(({ amount }) => amount === donation.sum * 100);
}

/** The provider gives the whole donation back, and reports it. */
export async function refundThere(request: APIRequestContext, sandboxUrl: string, donation: Donation): Promise<void> {
  const [book] = await booksOf(request, sandboxUrl, donation);
  const address = `${sandboxUrl}/payment/${book?.id}/refund`;
  const answer = await request.post(address, { headers: ofTester(), data: {} });
  expect(answer.ok(), 'the provider has refunded the donation').toBe(true);
}

/** How often the donation was charged: each charge is one `paid` in the history of a payment. */
export async function chargesOf(request: APIRequestContext, sandboxUrl: string, donation: Donation): Promise<number> {
  const books = await booksOf(request, sandboxUrl, donation);
  return books.flatMap(({ history }) => history).filter(({ status }) => status === 'paid').length;
}

/** All that the browser stores for this site in the page's tab, as text. */
export function storedText(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
}

/** Expects that the browser stores neither card number nor code, in any grouping. */
export async function expectNoSecretsStored(page: Page, number: string): Promise<void> {
  const stored = (await storedText(page)).replace(/(\d)[\s-](?=\d)/g, '$1');
  expect(stored).not.toContain(number.replace(/\s/g, ''));
  expect(stored).not.toMatch(new RegExp(`(?<!\\d)${rightCode}(?!\\d)`));
}

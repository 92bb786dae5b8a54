import { randomInt } from 'node:crypto';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

export const password = 'лампа над столом 43';

export interface Person {
  readonly phone: string;
  /** As people write it. */
  readonly written: string;
}

/** A person without an account. */
export function newPerson(): Person {
  const own = randomInt(10_000_000).toString().padStart(7, '0');
  return { phone: `99893${own}`, written: `93 ${own.slice(0, 3)}-${own.slice(3, 5)}-${own.slice(5)}` };
}

/** Returns the data of an answer; throws if the call was refused. */
export async function dataOf(
  answer: Awaited<ReturnType<APIRequestContext['fetch']>>,
): Promise<Record<string, unknown>> {
  const body: unknown = await answer.json();
  if (!answer.ok() || typeof body !== 'object' || body === null || !('data' in body))
    throw new Error(JSON.stringify(body));
  return Object.assign({}, body.data);
}

export async function lastCode(request: APIRequestContext, { phone }: Person): Promise<string> {
  const sent = Object.values(await dataOf(await request.get(`/api/Dev/Outbox?phone=${phone}`)));
  return Object.assign({ code: '' }, sent[0]).code;
}

interface Tokens {
  readonly token: string;
  readonly refreshToken: string;
}

/** A registered person who is not logged in in this browser. */
export async function registered(request: APIRequestContext): Promise<Person & Tokens> {
  const person = newPerson();
  const { phone } = person;
  const { actionId } = await dataOf(await request.post('/api/Identity/Register', { data: { phone, password } }));
  const code = await lastCode(request, person);
  const query = `phone=${phone}&comfirmCode=${code}&rememberMe=false&actionId=${actionId}`;
  const { token, refreshToken } = await dataOf(await request.get(`/api/Sms/CheckComfirmCode?${query}`));
  return { ...person, token: String(token), refreshToken: String(refreshToken) };
}

/** A creator who is logged in nowhere yet, with a project. */
export async function registeredCreator(request: APIRequestContext) {
  const person = await registered(request);
  const headers = { authorization: `Bearer ${person.token}` };
  const profile = await dataOf(await request.get('/api/PersonalAccount/Get', { headers }));
  const { id: projectId } = Object.assign({ id: '' }, profile.donate);
  return { ...person, headers, projectId, userName: String(profile.userName) };
}

/** Stores a session in this window's browser. */
export async function keepTokens(page: Page, { token, refreshToken }: Tokens): Promise<void> {
  // No page of the product: its scripts would ask who is logged in before both tokens are in place.
  await page.goto('/robots.txt');
  await page.context().addCookies([{ name: 'refreshToken', value: refreshToken, url: new URL(page.url()).origin }]);
  await page.evaluate((access) => localStorage.setItem('token', access), token);
}

const demoPhones = { creator: '998900000003', buyer: '998900000004' };

/** Logs in a person of the demo world: the creator whose pages are fullest, or the buyer with the most orders. */
export async function enterDemo(page: Page, who: keyof typeof demoPhones): Promise<void> {
  const data = { phone: demoPhones[who], password: 'opora-demo', rememberMe: false };
  const { token, refreshToken } = await dataOf(await page.request.post('/api/Identity/Token', { data }));
  await keepTokens(page, { token: String(token), refreshToken: String(refreshToken) });
}

/** Opens a page as a logged-in user. */
export async function enter(page: Page, tokens: Tokens, path: string): Promise<void> {
  await keepTokens(page, tokens);
  await page.goto(path);
}

/** The fields of whichever screen is shown. */
export const fields = (page: Page) => ({
  phone: page.getByLabel('Номер телефона'),
  password: page.getByLabel(/^(Пароль|Придумайте пароль|Новый пароль)$/),
  code: page.getByLabel('Код из SMS, 6 цифр'),
});
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Presses `/` until the search `field` has the focus: a list that was just opened may not listen yet. */
export async function searchByKey(page: Page, field: Locator): Promise<void> {
  await expect(async () => {
    // In the field the key would be a letter.
    if (!(await field.evaluate((one) => one === document.activeElement))) await page.keyboard.press('/');
    await expect(field).toBeFocused({ timeout: 500 });
  }).toPass();
}
/** The header's menu of a logged-in user. */
export const menu = (page: Page): Locator => page.getByRole('button', { name: /^Моё меню/ });

/** Sends the form of the login that is shown. */
export async function sendLogin(page: Page, person: Person): Promise<void> {
  await fields(page).phone.fill(person.written);
  await fields(page).password.fill(password);
  await press(page, 'Войти');
}

export async function logIn(page: Page, person: Person, address = '/auth'): Promise<void> {
  await page.goto(address);
  await sendLogin(page, person);
  await expect(page).not.toHaveURL(/\/auth/);
}

export async function logOut(page: Page): Promise<void> {
  await menu(page).click();
  await press(page, 'Выйти');
  await expect(menu(page)).toBeHidden();
}

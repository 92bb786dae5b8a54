import { randomInt, randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { expect, expectAccessible, noHorizontalScroll, test } from '#test/e2e/support/fixtures.ts';
import { dataOf, press, registered, searchByKey } from '#test/e2e/support/people.ts';
import { enterAsStaff, staffTokens } from '#test/e2e/support/staff.ts';

// Console messages of the browser about answers that these tests cause.
test.use({ expectedTroubles: [/status of (401|404|409)|net::ERR_FAILED/] });

interface Owner {
  readonly userName: string;
  readonly token: string;
  readonly id: string;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Users with pending fields; their names share a prefix, so that a test sees only its own. */
async function owners(request: APIRequestContext, prefix: string, about: readonly string[]): Promise<Owner[]> {
  const made: Owner[] = [];
  for (const [place, text] of about.entries()) {
    const { token } = await registered(request);
    const userName = `${prefix}${place}`;
    const data = { userName, fields: [{ name: 'About', value: text }] };
    const profile = await dataOf(await request.post('/api/PersonalAccount/Update', { headers: bearer(token), data }));
    made.push({ userName, token, id: String(profile.id) });
  }
  return made;
}

async function aboutOf(request: APIRequestContext, { token }: Owner): Promise<Record<string, unknown>> {
  const profile = await dataOf(await request.get('/api/PersonalAccount/Get', { headers: bearer(token) }));
  const fields = Object.values(Object.assign({}, profile.fields)).map((field) =>
    Object.assign({ name: '', state: '', comment: '' }, field),
  );
  return Object.assign(
    {},
    fields.find(({ name }) => name === 'About'),
  );
}

/** The tables that have to be pushed sideways to be read. */
const widerThanTheirFrames = (page: Page) =>
  page
    .getByRole('table')
    .evaluateAll((tables) =>
      tables
        .filter(({ parentElement: frame, scrollWidth }) => scrollWidth > (frame?.clientWidth ?? 0))
        .map((table) => table.ariaLabel),
    );

const prefixOf = () => `rv${randomInt(10_000_000)}x`;
const queueOf = (prefix: string) => `/admin/blogers?view=queue&search=${prefix}`;
const proposals = (page: Page) => page.getByRole('listitem', { name: /^О себе, / });
const proposalOf = (page: Page, { userName }: Owner) => page.getByRole('listitem', { name: `О себе, ${userName}` });

test('ten profiles are reviewed by keyboard, and the last decision is undone @desktop', { tag: '@verdict' }, async ({
  page,
  request,
}) => {
  const prefix = prefixOf();
  const texts = Array.from({ length: 10 }, (_, place) => `Рассказ номер ${place} <img src=x onerror="alert(1)">`);
  const people = await owners(request, prefix, texts);
  const [first, second, third] = people;
  if (!first || !second || !third) throw new Error('too few wait');
  await enterAsStaff(page, 'moderator');
  await page.goto('/admin/blogers');
  await expect(page.getByRole('table')).toBeVisible();
  await searchByKey(page, page.getByRole('searchbox'));
  await page.keyboard.type(prefix);
  await expect(page.getByRole('row')).toHaveCount(11);
  await page.keyboard.press('Escape');
  await page.goto(queueOf(prefix));
  await expect(proposals(page)).toHaveCount(10);
  await expect(proposalOf(page, first)).toContainText('Рассказ номер 0 <img');
  await expectAccessible(page);

  await page.keyboard.press('j');
  await expect(proposalOf(page, second)).toBeFocused();
  await page.keyboard.press('k');
  await expect(proposalOf(page, first)).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('c');
  await expect(proposalOf(page, first)).toBeHidden();
  await page.keyboard.press('x');
  await expect(page.getByLabel(/^Почему отклонено/)).toBeFocused();
  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  await expect(proposalOf(page, second)).toBeHidden();
  await page.keyboard.press('x');
  await page.keyboard.type('Напишите, чем вы занимаетесь');
  await page.keyboard.press('Enter');
  for (let left = 7; left > 0; left -= 1) {
    await expect(proposals(page)).toHaveCount(left);
    await page.keyboard.press('c');
  }
  await expect(page.getByText('Всё проверено')).toBeVisible();
  await expect.poll(async () => (await aboutOf(request, first)).state).toBe('Confirmed');
  expect(await aboutOf(request, second)).toMatchObject({
    state: 'Reject',
    comment: expect.stringContaining('телефоны'),
  });
  expect(await aboutOf(request, third)).toMatchObject({ state: 'Reject', comment: 'Напишите, чем вы занимаетесь' });

  const last = people[9];
  if (!last) throw new Error('no one waits');
  await expect(page.getByRole('button', { name: `Отменить: О себе, ${last.userName}` })).toBeEnabled();
  await page.keyboard.press('u');
  await expect(proposalOf(page, last)).toBeVisible();
  expect(await aboutOf(request, last)).toMatchObject({ state: 'Awaiting' });
});

test('two moderators see each other’s decisions without reload and cannot overrule them unknowingly @desktop', {
  tag: '@verdict',
}, async ({ page, newWindow, request }) => {
  const prefix = prefixOf();
  const [first, second] = await owners(request, prefix, ['Первый рассказ', 'Второй рассказ']);
  if (!first || !second) throw new Error('too few wait');
  await enterAsStaff(page, 'moderator');
  const colleague = await newWindow();
  await enterAsStaff(colleague, 'admin');
  for (const window of [page, colleague]) {
    await window.goto(queueOf(prefix));
    await expect(proposals(window)).toHaveCount(2);
  }
  await page.getByRole('button', { name: `Подтвердить: О себе, ${first.userName}` }).click();
  await expect(proposalOf(colleague, first)).toBeHidden();
  await expect(proposalOf(colleague, second)).toBeVisible();

  // The colleague's window receives nothing for a while.
  await colleague.route('**/api/Moderator/Counts', (route) => route.abort());
  await page.getByRole('button', { name: `Подтвердить: О себе, ${second.userName}` }).click();
  await expect(page.getByText('Всё проверено')).toBeVisible();
  await expect.poll(async () => (await aboutOf(request, second)).state).toBe('Confirmed');
  await colleague.getByRole('button', { name: `Отклонить: О себе, ${second.userName}` }).click();
  await colleague.getByLabel(/^Почему отклонено/).fill('Не подходит');
  await press(colleague, 'Отклонить с этим текстом');
  await expect(proposalOf(colleague, second).getByRole('alert')).toContainText('Другой модератор уже принял решение');
  expect((await aboutOf(request, second)).state).toBe('Confirmed');
});

test('one screen shows everything about a user: blocking with a reason, role, history, trail @desktop', {
  tag: '@verdict',
}, async ({ page, request }) => {
  const prefix = prefixOf();
  const [owner] = await owners(request, prefix, ['<script>window.ran = true</script> Рассказ']);
  if (!owner) throw new Error('too few wait');
  const { token } = await staffTokens('moderator', request);
  const data = { userId: owner.id, fields: ['About'], comments: { About: 'Перепишите' } };
  await dataOf(await request.put('/api/Moderator/RejectUser', { headers: bearer(token), data }));

  await enterAsStaff(page, 'admin');
  await page.goto('/admin/dashboard');
  await expect(page.getByRole('img', { name: 'Донаты по дням' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill(owner.userName);
  await expect(page.getByRole('option', { name: new RegExp(owner.userName) })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/admin/user/${owner.id}`);
  await expect(page.getByRole('heading', { name: owner.userName })).toBeVisible();
  await expect(page.getByRole('region', { name: 'История решений' })).toContainText('Перепишите');
  await expect(page.getByRole('region', { name: 'Сеансы' })).toContainText('Был в сети');
  await expectAccessible(page);

  await press(page, 'Заблокировать…');
  await press(page, 'Заблокировать');
  await expect(page.getByText('Без причины блокировать нельзя')).toBeVisible();
  await press(page, 'Мошенничество');
  await press(page, 'Заблокировать');
  await expect(page.getByText('Причина, которую он видит: Мошенничество')).toBeVisible();
  expect((await request.get('/api/PersonalAccount/Get', { headers: bearer(owner.token) })).status()).toBe(401);
  expect((await request.get(`/api/User/GetByName?userName=${owner.userName}`)).status()).toBe(404);
  await press(page, 'Разблокировать');
  await expect(page.getByText('Причина, которую он видит')).toBeHidden();

  await page.getByRole('combobox', { name: 'Роль' }).selectOption('moderator');
  await press(page, 'Сменить роль');
  await expect(page.getByRole('region', { name: 'Журнал' })).toContainText('Сменил роль');
  await page.goto(`/admin/audit?search=${owner.userName}`);
  await expect(page.getByRole('row')).toHaveCount(5);
  await expect(page.getByRole('row').nth(3)).toContainText('Мошенничество');
  await expectAccessible(page);
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
});

test('a donor who gave no name is called anonymous @desktop', async ({ page, request }) => {
  const [owner] = await owners(request, prefixOf(), ['Рассказ']);
  if (!owner) throw new Error('too few wait');
  const item = { id: randomUUID(), amount: 10_000, name: null, message: null, isAnonymous: false, isRefunded: false };
  const items = [{ ...item, other: null, paidAt: '2026-11-25T10:00:00.000Z' }];
  await page.route('**/api/Moderator/UserDonations*', (route) =>
    route.fulfill({ json: { success: true, data: { items, count: 1 } } }),
  );
  await enterAsStaff(page, 'moderator');
  await page.goto(`/admin/user/${owner.id}`);
  const received = page.getByRole('table', { name: 'Полученные донаты' });
  await expect(received.getByRole('cell', { name: 'Аноним', exact: true })).toBeVisible();
});

test('a moderator works on a phone, too @desktop', async ({ newWindow, request }) => {
  const page = await newWindow({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  const prefix = prefixOf();
  const [owner] = await owners(request, prefix, ['Рассказ без пробелов '.repeat(10)]);
  if (!owner) throw new Error('too few wait');
  await enterAsStaff(page, 'moderator');
  const places = page.getByRole('navigation', { name: 'Разделы управления' });
  for (const address of [
    '/admin/dashboard',
    '/admin/blogers',
    '/admin/audit',
    '/admin/payments',
    '/admin/orders',
    '/admin/products',
    '/admin/locations',
    `/admin/user/${owner.id}`,
  ]) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await noHorizontalScroll(page);
    expect(await widerThanTheirFrames(page), address).toEqual([]);
    await expect(places.getByRole('button', { name: /^Разделы управления: / })).toBeInViewport({ ratio: 0.9 });
  }
  await page.goto(`/admin/blogers?search=${prefix}`);
  const card = page.getByRole('row').filter({ hasText: owner.userName });
  await expect(card).toContainText('на проверке: 1');
  expect((await card.boundingBox())?.height, 'height of the card of a person').toBeLessThan(260);
  await page.goto(queueOf(prefix));
  await page.getByRole('button', { name: `Отклонить: О себе, ${owner.userName}` }).tap();
  await page.getByRole('button', { name: 'Уберите рекламу' }).tap();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Отклонить с этим текстом' }).tap();
  await expect.poll(async () => (await aboutOf(request, owner)).state).toBe('Reject');
});

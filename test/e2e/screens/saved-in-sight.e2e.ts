import type { Locator, Page } from '@playwright/test';
import { expect, test } from '#test/e2e/support/fixtures.ts';
import { joins } from '#test/e2e/support/members.ts';
import { dataOf, enter, registeredCreator } from '#test/e2e/support/people.ts';

/** Notes what the page's code makes of each checkbox and radio button, by its value or its label. */
async function noteChecked(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const noted: [string, boolean][] = [];
    Object.assign(window, { noted });
    const property = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'checked');
    if (property === undefined) throw new Error('no such property');
    Object.defineProperty(HTMLInputElement.prototype, 'checked', {
      ...property,
      set(this: HTMLInputElement, isChecked: boolean) {
        noted.push([this.labels?.[0]?.textContent ?? '', isChecked]);
        property.set?.call(this, isChecked);
      },
    });
  });
}

/** All that one of them was made since it was last asked. */
const madeOf = (page: Page, label: string) =>
  page.evaluate((wanted) => {
    const noted: [string, boolean][] = Reflect.get(window, 'noted');
    return [...new Set(noted.splice(0).flatMap(([name, isChecked]) => (name.includes(wanted) ? [isChecked] : [])))];
  }, label);

/** Every first entry that a list has from now on. */
const firstEntries = (list: Locator) =>
  list.evaluateHandle((element) => {
    const seen: string[] = [];
    new MutationObserver(() => seen.push(element.firstElementChild?.textContent ?? '')).observe(element, {
      childList: true,
    });
    return seen;
  });

test('the order of levels never goes back while it is saved', { tag: '@desktop' }, async ({ page, request }) => {
  const creator = await registeredCreator(request);
  const { headers } = creator;
  for (const [name, amount] of Object.entries({ Слушатель: 25_000, Друг: 50_000 }))
    await dataOf(await request.post('/api/Membership/CreateLevel', { headers, data: { name, amount } }));
  await enter(page, creator, '/profile/members/levels');
  const list = page.getByRole('list', { name: 'Уровни' });
  await expect(list.getByRole('listitem').first()).toContainText('Слушатель');
  const seen = await firstEntries(list);
  const isRead = page.waitForResponse('**/api/Membership/OwnLevels');
  await page.getByRole('button', { name: 'Переставить: Друг' }).press('ArrowUp');
  await isRead;
  await expect(list.getByRole('listitem').first()).toContainText('Друг');
  await page.getByRole('button', { name: 'Переставить: Слушатель' }).press('Home');
  await expect(list.getByRole('listitem').first()).toContainText('Слушатель');
  const firsts = (await seen.jsonValue()).map((text) => (text.includes('Друг') ? 'Друг' : 'Слушатель'));
  expect(firsts).toEqual(['Друг', 'Слушатель']);
});

test('the switch of a creator’s messages never goes back while it is saved', { tag: '@desktop' }, async ({
  page,
  request,
  sandboxUrl,
}) => {
  const creator = await registeredCreator(request);
  const member = await joins(request, sandboxUrl, creator.userName, { name: 'Азиз' });
  await noteChecked(page);
  await enter(page, member, '/memberships');
  const label = 'Получать сообщения и посты автора';
  const toggle = page.getByLabel(label);
  await expect(toggle).toBeChecked();
  await madeOf(page, label);
  await toggle.uncheck();
  await expect(toggle).not.toHaveAttribute('aria-disabled');
  await expect(toggle).not.toBeChecked();
  expect(await madeOf(page, label)).toEqual([false]);
});

test('the chosen account never goes back while it is saved', { tag: '@desktop' }, async ({ page, request }) => {
  const creator = await registeredCreator(request);
  const second = { id: crypto.randomUUID(), name: 'Второй счёт', balance: 0, isActive: true };
  let accountId: string | null = null;
  await page.route('**/api/PersonalAccount/Get', async (route) => {
    const answer = await route.fetch();
    const { data, ...rest } = await answer.json();
    const donate = { ...data.donate, accountId: accountId ?? data.donate.accountId };
    await route.fulfill({
      response: answer,
      json: { ...rest, data: { ...data, donate, accounts: [...data.accounts, second] } },
    });
  });
  await page.route('**/api/Project/ChangeAccount*', async (route) => {
    accountId = second.id;
    await route.fulfill({ json: { success: true, data: {} } });
  });
  await noteChecked(page);
  await enter(page, creator, '/profile');
  const wanted = page.getByRole('radio', { name: second.name });
  await expect(wanted).not.toBeChecked();
  await madeOf(page, second.name);
  await wanted.check();
  await expect(page.getByRole('group', { name: 'Счёт для донатов' })).toBeEnabled();
  await expect(wanted).toBeChecked();
  expect(await madeOf(page, second.name)).toEqual([true]);
});

import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { beginDonation, cards, giveButton, newDonation, payBy } from '#test/e2e/support/donor.ts';
import { expect, noHorizontalScroll, test } from '#test/e2e/support/fixtures.ts';
import { enlargeLetters } from '#test/e2e/support/large-letters.ts';
import { creatorWithDonations } from '#test/e2e/support/paid-creator.ts';
import { enterDemo } from '#test/e2e/support/people.ts';
import { enterAsStaff } from '#test/e2e/support/staff.ts';

/** Both sides of the borders between phone, compact and wide layout, and the smallest phones. */
const widths = [320, 390, 599, 600, 700, 768, 820, 959, 960, 1279, 1280, 1919, 1920, 2559, 2560];

async function fitsAllWidths(page: Page, path: string): Promise<void> {
  await page.goto(path);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await test.step(`${path} at ${String(width)} px`, () => noHorizontalScroll(page));
  }
}

async function aProduct(request: APIRequestContext): Promise<string> {
  const answer: unknown = await (await request.get('/api/Product/ProductList?Take=1')).json();
  const { data } = Object.assign({ data: { items: [{ id: '' }] } }, answer);
  return `/merch/${String(data.items[0]?.id)}`;
}

test('phones have the menu button below 600 px, wider windows the whole header @desktop', async ({ page }) => {
  await page.goto('/authors');
  const header = page.getByRole('banner');
  const menu = header.getByRole('button', { name: 'Меню' });
  const ways = [
    header.getByRole('searchbox'),
    header.getByRole('link', { name: 'Авторы' }),
    header.getByRole('link', { name: 'Мерч' }),
    header.getByRole('link', { name: 'Войти' }),
  ];
  for (const width of [320, 390, 599]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(menu).toBeVisible();
    for (const way of ways) await expect(way).toBeHidden();
  }
  for (const language of ['Русский', 'Oʻzbekcha', 'English']) {
    await page.getByRole('contentinfo').getByRole('button', { name: language }).click();
    for (const width of [600, 768, 959, 960]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(header.getByRole('searchbox')).toBeInViewport({ ratio: 1 });
      await expect(header.getByRole('button')).toHaveCount(1);
      const places = await header.getByRole('link').evaluateAll((links) =>
        links.map((link) => {
          const { left, right, height } = link.getBoundingClientRect();
          return { left, right, height };
        }),
      );
      expect(places.length).toBeGreaterThanOrEqual(5);
      // One line, in order, nothing over another.
      for (const [at, { right, height }] of places.entries()) {
        expect(height).toBeLessThanOrEqual(48);
        expect(right).toBeLessThanOrEqual(places[at + 1]?.left ?? width);
      }
      const search = await header.getByRole('search').evaluate((box) => box.getBoundingClientRect().width);
      expect(search, 'room to type').toBeGreaterThanOrEqual(110);
    }
  }
});

test('no page is wider than its window @desktop', async ({ page, request }) => {
  for (const path of ['/', '/authors', '/market', await aProduct(request), '/dilnoza', '/basket', '/auth'])
    await fitsAllWidths(page, path);
});

test('the words of an order stand beside nothing empty @desktop', async ({ page }) => {
  await enterDemo(page, 'buyer');
  await page.goto('/orders');
  const cards = page.getByRole('main').getByRole('article');
  await expect(cards.first()).toBeVisible();
  for (const width of [960, 1100, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const starts = await cards.evaluateAll((all) =>
      all.map((card) => {
        const words = card.querySelector('h2')?.getBoundingClientRect().left ?? 0;
        return Math.round(words - card.getBoundingClientRect().left);
      }),
    );
    // The border and the padding of the card.
    expect([...new Set(starts)], `at ${String(width)} px`).toEqual([21]);
  }
});

const sections = [
  '',
  '/edit',
  '/alerts',
  '/queue',
  '/widgets',
  '/votes',
  '/targets',
  '/rewards',
  '/rewards/owed',
  '/draws',
  '/clock',
  '/statistics',
  '/donations',
  '/members',
  '/members/levels',
  '/members/messages',
  '/members/posts',
  '/balance',
  '/notices',
  '/tools',
  '/security',
];

/** The screens behind the login of a creator. */
const cabinet = [...sections.map((section) => `/profile${section}`), '/orders', '/memberships'];

test('no page of the cabinet is wider than its window @desktop', async ({ page }) => {
  await enterDemo(page, 'creator');
  for (const path of cabinet) await fitsAllWidths(page, path);
});

/** Opens a page on a phone whose letters are twice as large. */
async function fitsLargeLetters(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
  await enlargeLetters(page);
  await test.step(path, () => noHorizontalScroll(page));
}

test('public pages and the cabinet fit a phone whose letters are twice as large @desktop', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ['/', '/authors', '/market', await aProduct(request), '/dilnoza', '/basket', '/auth'])
    await fitsLargeLetters(page, path);
  await fitsLargeLetters(page, '/');
  const links = await page.getByRole('contentinfo').getByRole('link').all();
  expect(links.length).toBeGreaterThan(5);
  for (const link of links) {
    const lines = await link.evaluate((one) => one.clientHeight / Number.parseFloat(getComputedStyle(one).fontSize));
    expect(lines, 'letters of the footer above each other').toBeLessThan(6);
  }
  await enterDemo(page, 'creator');
  for (const path of cabinet) await fitsLargeLetters(page, path);
});

test('what thanks a donor fits a phone whose letters are twice as large @desktop', async ({
  page,
  request,
  sandboxUrl,
}) => {
  const creator = await creatorWithDonations(request, sandboxUrl);
  await page.setViewportSize({ width: 390, height: 844 });
  await beginDonation(page, creator.userName, newDonation());
  await payBy(page, cards.withoutCode);
  await expect(page).toHaveURL(/thanks/);
  await fitsLargeLetters(page, page.url());
  const cut = await page
    .getByRole('main')
    .getByRole('article')
    .evaluateAll((cards) => cards.filter((card) => card.scrollWidth > card.clientWidth + 1).length);
  expect(cut, 'cards that cut what they hold').toBe(0);
});

test('a large balance fits the smallest phone @desktop', async ({ page }) => {
  await enterDemo(page, 'creator');
  await page.route('**/api/Ledger/Statement?*', async (route) => {
    const answer = await route.fetch();
    const { data, ...rest } = await answer.json();
    await route.fulfill({ response: answer, json: { ...rest, data: { ...data, balance: 123_456_789.12 } } });
  });
  await page.setViewportSize({ width: 320, height: 900 });
  await page.goto('/profile/balance');
  await expect(page.getByText(/123\s456\s789,12/).first()).toBeVisible();
  await noHorizontalScroll(page);
});

const staff = [
  'blogers',
  'products',
  'categories',
  'orders',
  'promo-codes',
  'locations',
  'locations/delivery',
  'filters',
  'payments',
  'memberships',
  'payouts',
  'receipts',
  'reconciliation',
  'dashboard',
  'audit',
  'donate-settings',
  'site',
].map((section) => `/admin/${section}`);

test('no page of the staff is wider than its window, also in letters twice as large @desktop', async ({ page }) => {
  await enterAsStaff(page, 'admin');
  for (const path of staff) await fitsAllWidths(page, path);
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of staff) await fitsLargeLetters(page, path);
});

test('the days below a chart stand apart on every phone', { tag: '@desktop' }, async ({ page }) => {
  await enterDemo(page, 'creator');
  for (const language of ['ru', 'uz', 'en'])
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`/profile/statistics?lang=${language}`);
      await page.getByRole('figure').locator('svg').waitFor();
      const days = await page.locator('figure [aria-hidden]').last().locator('span').filter({ visible: true }).all();
      expect(days.length).toBeGreaterThan(1);
      let end = 0;
      for (const day of days) {
        const { x, right } = await boxOf(day);
        expect(x, `${language} at ${String(width)} px`).toBeGreaterThanOrEqual(end + 8);
        end = right;
      }
    }
});

/** How much wider a field is inside than its pattern of a day. */
const roomOf = (fields: Locator) =>
  fields.evaluateAll((inputs) =>
    inputs.map((input) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(input);
      const pen = document.createElement('canvas').getContext('2d');
      if (!pen) throw new Error('no canvas');
      pen.font = font;
      const text = pen.measureText(input.getAttribute('placeholder') ?? '').width;
      return input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - text;
    }),
  );

test('empty day fields show their whole pattern @desktop', async ({ page }) => {
  await enterAsStaff(page, 'admin');
  await page.setViewportSize({ width: 320, height: 900 });
  await page.goto('/admin/orders');
  // Phones fold the filters.
  await page.getByRole('button', { name: 'Фильтры' }).click();
  const fields = page.getByPlaceholder('дд.мм.гггг').filter({ visible: true });
  await expect(fields).toHaveCount(2);
  for (const width of [...widths, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(fields).toHaveCount(2);
    for (const room of await roomOf(fields)) expect(room, `at ${String(width)} px`).toBeGreaterThanOrEqual(0);
  }
});

/** Of a creator who asks, promises and runs no clock: each of them takes more room. */
const plainPage = '/timur.plays';

const nameOf = (page: Page) => page.getByRole('heading', { level: 1 });
const goalOf = (page: Page) => page.getByRole('region', { name: 'Марафон 24 часа' });

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (box === null) throw new Error(`${part} has no box`);
  return { ...box, bottom: box.y + box.height, right: box.x + box.width };
}

test('the donation form stands beside the creator on the first screen', { tag: '@desktop' }, async ({ page }) => {
  await page.goto(plainPage);
  const name = await boxOf(nameOf(page));
  const about = await boxOf(page.getByText(/^Прохожу сложные игры/).first());
  const goal = await boxOf(goalOf(page));
  const button = await boxOf(giveButton(page));
  expect(button.bottom).toBeLessThanOrEqual(900);
  for (const part of [name, about, goal]) {
    expect(part.right).toBeLessThan(button.x);
    expect(part.bottom).toBeLessThan(button.bottom);
  }
  const cover = await boxOf(page.getByRole('main').locator('header img').first());
  expect(cover.height).toBeLessThanOrEqual(200);
});

/** Whether the line below the name is cut, and whether the mark of the verified stands in a line without a word. */
const headOf = (page: Page) =>
  nameOf(page).evaluate((name) => {
    const line = name.parentElement?.querySelector('p');
    const mark = name.querySelector('svg')?.getBoundingClientRect();
    const words = new Range();
    words.selectNodeContents(name.firstChild ?? name);
    const last = [...words.getClientRects()].at(-1);
    return {
      isCut: (line?.scrollWidth ?? 0) > (line?.clientWidth ?? 0),
      isMarkAlone: (mark?.top ?? 0) >= (last?.bottom ?? 0),
    };
  });

for (const { path, about, goal } of [
  { path: plainPage, about: /^Прохожу сложные игры/, goal: 'Марафон 24 часа' },
  // Of a creator whose clock runs, who asks and promises: each of them takes room.
  { path: '/dilnoza', about: /^Стримлю четыре вечера/, goal: 'Новый микрофон' },
])
  test(`the first screen of a phone shows who asks, for what, and the sums: ${path}`, {
    tag: '@desktop',
  }, async ({ page }) => {
    for (const [width, language] of [390, 320].flatMap((width) =>
      ['ru', 'uz', 'en'].map((one) => [width, one] as const),
    )) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(`${path}?lang=${language}`);
      const button = page.locator('#donation button[type="submit"]');
      await expect(button).toBeInViewport({ ratio: 1 });
      // What is at its edge vanishes behind it.
      const end = (await boxOf(button)).y - 10;
      const presets = page.locator('#donation fieldset:not(:has(bdi)) button[aria-pressed]').filter({ visible: true });
      const parts = [
        // The face stands before the name.
        nameOf(page).locator('xpath=../preceding-sibling::*'),
        nameOf(page),
        page.getByText(about).first(),
        page.getByRole('region', { name: goal }),
        page.locator('input[name="amount"]'),
        ...(await presets.all()),
      ];
      expect(parts.length).toBeGreaterThan(8);
      expect(await headOf(page), `the head in ${language} at ${String(width)} px`).toEqual({
        isCut: false,
        isMarkAlone: false,
      });
      for (const part of parts)
        expect((await boxOf(part)).bottom, `${part} in ${language} at ${String(width)} px`).toBeLessThanOrEqual(end);
      await noHorizontalScroll(page);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(path);
    await page.getByLabel('Ваше имя').scrollIntoViewIfNeeded();
    await expect(giveButton(page)).toBeInViewport({ ratio: 1 });
    if (path === plainPage) return;
    const rewards = page.getByRole('group', { name: 'Награды за донат' });
    for (const word of ['Сообщение автору', 'Ваше имя'])
      expect((await boxOf(page.getByLabel(word))).bottom).toBeLessThan((await boxOf(rewards)).y);
    await rewards.getByRole('button').first().click();
    await page.reload();
    await expect(rewards.getByRole('button', { pressed: true })).toBeVisible();
  });

test('while a donor types, the form shows the alert of the stream with the button still in sight', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.goto(plainPage);
  await expect(page.getByTestId('alert')).toHaveCount(0);
  await page.getByLabel('Сообщение автору').fill('Салом! С вами вечер теплее');
  await page.getByLabel('Ваше имя').fill('Жасур');
  const alert = page.getByTestId('alert');
  await expect(alert).toContainText('Салом! С вами вечер теплее');
  await expect(alert).toContainText('Жасур');
  await page.getByRole('switch', { name: 'Анонимно' }).check();
  await expect(alert).toContainText('Аноним');
  await expect(giveButton(page)).toBeInViewport({ ratio: 1 });
});

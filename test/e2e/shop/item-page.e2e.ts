import { expect, expectAccessible, expectUncovered, noHorizontalScroll, test } from '#test/e2e/support/fixtures.ts';
import { newSign, openShop } from '#test/e2e/support/shop.ts';
import { enterAsStaff } from '#test/e2e/support/staff.ts';

test('nine things leave none alone on a phone, and similar ones are never the thing itself', async ({
  page,
  isMobile,
}) => {
  await page.goto('/market');
  const cards = page.getByRole('main').getByRole('article');
  await expect(cards).toHaveCount(9);
  const rows = Map.groupBy(
    await cards.evaluateAll((all) => all.map((card) => Math.round(card.getBoundingClientRect().top))),
    (top) => top,
  );
  expect([...rows.values()].map((row) => row.length)).toEqual(isMobile ? [1, 2, 2, 2, 2] : [3, 3, 3]);
  await noHorizontalScroll(page);
  await cards.first().getByRole('link').first().click();
  const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  const similar = page.getByRole('region', { name: 'Похожие товары' }).getByRole('article');
  await expect(similar).toHaveCount(4);
  await expect(similar.getByRole('heading', { name, exact: true })).toHaveCount(0);
});

test('the sizes are seen at first, and marked with words when the button is pressed without one', async ({
  page,
  request,
}) => {
  const shop = await openShop(request);
  const name = `Худи «Тихий вечер, ${newSign()}»`;
  const hoodie = await shop.product({ name, price: 289_000, stock: 3, sizeIds: [2, 3, 4], colorIds: [1, 4, 5] });
  await page.goto(`/merch/${hoodie.id}`);
  const sizes = page.getByRole('navigation', { name: 'Размер' });
  await expectUncovered(sizes.getByRole('link', { name: 'M', exact: true }));
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.getByRole('button', { name: 'В корзину', exact: true }).first().click();
  await expect(sizes).toContainText('выберите, чтобы купить');
  await expect(sizes.getByRole('link').first()).toBeFocused();
  await expectAccessible(page, 'main');
  await sizes.getByRole('link', { name: 'M', exact: true }).click();
  await expect(sizes).not.toContainText('выберите, чтобы купить');
  await page.getByRole('button', { name: 'В корзину', exact: true }).first().click();
  await expect(page.getByText('Добавлено.').first()).toBeVisible();
});

test('staff types a size chart, and buyers open it beside the sizes', async ({ page, newWindow, request }) => {
  const shop = await openShop(request);
  const hoodie = await shop.product({ name: `Худи ${newSign()}`, price: 289_000, sizeIds: [3, 4] });
  const editor = await newWindow();
  await enterAsStaff(editor, 'moderator');
  await editor.goto(`/admin/product/${hoodie.id}`);
  const field = editor.getByLabel('Таблица размеров', { exact: true }).and(editor.getByRole('textbox'));
  await field.fill('Размер; Грудь, см\nM; 114; 5');
  await editor.getByRole('button', { name: 'Сохранить' }).click();
  await expect(editor.getByText('В каждой строке таблицы размеров должно быть столько же ячеек')).toBeVisible();
  await field.fill('Размер; Длина, см; Ширина, см; Рукав, см\nM; 70; 114; 62\nL; 72; 120; 64,5');
  await expect(editor.getByRole('cell', { name: '120' })).toBeVisible();
  await editor.getByRole('button', { name: 'Сохранить' }).click();
  await expect(editor.getByText('Сохранено, покупатели уже видят')).toBeVisible();
  await expectAccessible(editor, 'main');

  const warnings: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning' && !message.text().includes('Service Worker')) warnings.push(message.text());
  });
  await page.goto(`/merch/${hoodie.id}`);
  await page.getByRole('button', { name: 'Таблица размеров' }).click();
  const dialog = page.getByRole('dialog', { name: 'Таблица размеров' });
  await expect(dialog.getByRole('row', { name: 'L 72 120 64,5' })).toBeVisible();
  await expectAccessible(page);
  const before = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  const { content, view } = await dialog.getByRole('region').evaluate((table) => ({
    content: table.scrollWidth,
    view: table.clientWidth,
  }));
  expect(content, 'four columns find room').toBeLessThanOrEqual(view);
  if (before !== null) await page.setViewportSize(before);
  await dialog.getByRole('button', { name: 'Закрыть' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Таблица размеров' })).toBeFocused();
  expect(warnings).toEqual([]);

  const unhydrated = await newWindow({ javaScriptEnabled: false });
  await unhydrated.goto(`/merch/${hoodie.id}`);
  await unhydrated.getByRole('button', { name: 'Таблица размеров' }).click();
  await expect(unhydrated.getByRole('row', { name: 'L 72 120 64,5' })).toBeVisible();
});

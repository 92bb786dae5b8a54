import { expect, expectAccessible, expectUncovered, noHorizontalScroll, test } from '#test/e2e/support/fixtures.ts';
import { newSign, openShop } from '#test/e2e/support/shop.ts';

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

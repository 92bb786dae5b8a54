import { expect, test } from '#test/e2e/support/fixtures.ts';

/** Kilobytes of fonts that a first visit may bring. */
const fontBudget = 60;

test.use({ serviceWorkers: 'allow' });

for (const lang of ['ru', 'uz', 'en']) {
  test(`a first visit in ${lang} brings few kilobytes of fonts`, async ({ newWindow }) => {
    for (const path of ['/', '/authors', '/market', '/dilnoza', '/auth']) {
      const page = await newWindow();
      const sizes: Promise<number>[] = [];
      page.on('response', (response) => {
        if (response.request().resourceType() === 'font') sizes.push(response.body().then(({ length }) => length));
      });
      await page.goto(`${path}?lang=${lang}`);
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
      expect(sizes.length, `${path} is in fonts of ours`).toBeGreaterThan(1);
      expect(bytes / 1024, `fonts of ${path}`).toBeLessThanOrEqual(fontBudget);
      await page.close();
    }
  });
}

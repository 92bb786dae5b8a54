import { expect, test } from '#test/e2e/support/fixtures.ts';

test('no frame between two views is empty or without the header', async ({ page }) => {
  await page.goto('/authors');
  await page.evaluate(() => {
    const frames: string[] = [];
    const look = () => {
      const main = document.querySelector('main');
      const head = document.querySelector('header');
      let opacity = 1;
      for (let part: Element | null = head; part; part = part.parentElement)
        opacity *= Number(getComputedStyle(part).opacity);
      const shown = Number(main && getComputedStyle(main).opacity);
      if (opacity < 1 || shown < 0.3 || !main?.textContent.trim()) frames.push(`${opacity} ${shown}`);
      requestAnimationFrame(look);
    };
    Object.assign(window, { emptyFrames: frames });
    look();
  });
  await page.getByRole('main').getByRole('article').getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Авторы');
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
  expect(await page.evaluate(() => Reflect.get(window, 'emptyFrames'))).toEqual([]);
});

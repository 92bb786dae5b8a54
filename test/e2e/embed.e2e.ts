import { createServer } from 'node:http';
import { openCabinet } from '#test/e2e/support/cabinet.ts';
import { expect, expectAccessible, test } from '#test/e2e/support/fixtures.ts';

/** Another site with one page. It is on this machine too: browsers keep sites of the internet from framing what is on it. */
async function openSite(html: string) {
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(html));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const at = server.address();
  const port = typeof at === 'object' && at !== null ? at.port : 0;
  return {
    address: `http://localhost:${port}/`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections()),
  };
}

// Another site frames a page that must not be framed, and what is no site is refused.
test.use({ expectedTroubles: [/frame-ancestors|Refused to frame|Framing '|status of 400 .*Embed/] });

test('another site frames the widget, whose form opens the page with all that was typed; no other page can be framed', {
  tag: '@verdict',
}, async ({ page, context, request, baseURL, creator: { userName } }) => {
  const frames = [`/embed/${userName}`, `/${userName}`, '/', '/auth'].map(
    (path) => `<iframe src="${baseURL}${path}" title="${path}" width="340" height="430"></iframe>`,
  );
  const site = await openSite(`<!doctype html><html lang="ru"><title>Блог</title>${frames.join('')}</html>`);
  await page.goto(site.address);
  const widget = page.frameLocator(`iframe[title="/embed/${userName}"]`);
  const sum = widget.getByRole('radio').last();
  await expect(sum).toBeVisible();
  for (const path of [`/${userName}`, '/', '/auth']) {
    await expect(page.frameLocator(`iframe[title="${path}"]`).locator('main, h1')).toHaveCount(0);
  }
  await sum.check();
  await widget.getByLabel('Ваше имя').fill('Азиз');
  await widget.getByLabel('Сообщение').fill('Привет,\n«друг» & <все>');
  const give = widget.getByRole('button', { name: 'Поддержать' });
  const [opened] = await Promise.all([context.waitForEvent('page'), give.click()]);
  const digits = await sum.inputValue();
  const field = opened.getByLabel('Сумма', { exact: true });
  await expect.poll(async () => (await field.inputValue()).replace(/\D/g, '')).toBe(digits);
  expect(opened.url()).toBe(`${baseURL}/${userName}?amount=${digits}`);
  await expect(opened.getByLabel('Ваше имя')).toHaveValue('Азиз');
  await expect(opened.getByLabel('Сообщение')).toHaveValue('Привет,\n«друг» & <все>');
  await field.fill('77 000');
  await opened.reload();
  await expect(field).toHaveValue(/^77\s000$/);
  await site.close();
  const named = /<link rel="alternate" type="application\/json\+oembed" href="([^"]+)"/.exec(
    await (await request.get(`/${userName}`)).text(),
  )?.[1];
  const answer: unknown = await (await request.get(String(named).replaceAll('&amp;', '&'))).json();
  expect(answer).toMatchObject({ type: 'rich', html: expect.stringContaining(`/embed/${userName}`) });
});

test('a creator takes the code of his widget after seeing it', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { creator } = await openCabinet(page, '/profile/tools');
  const section = page.getByRole('region', { name: 'Кнопка на вашем сайте' });
  await section.getByLabel('Оформление').selectOption('dark');
  await section.getByLabel('Что показать').selectOption('goal');
  await expect(section.getByLabel('Размер')).toHaveCount(0);
  await section.getByLabel('Что показать').selectOption('form');
  await section.getByLabel('Размер').selectOption('small');
  const preview = page.frameLocator('iframe[title="Как это будет выглядеть"]');
  await expect(preview.getByRole('link', { name: /^Поддержать/ })).toBeVisible();
  await expect(preview.getByRole('radio')).toHaveCount(0);
  await section.getByRole('button', { name: 'Скопировать код виджета' }).click();
  const code = await page.evaluate(() => navigator.clipboard.readText());
  expect(code).toContain(`/embed/${creator.userName}?theme=dark&size=small"`);
  await expectAccessible(page, 'main');
});

test('a creator names the sites that may show the widget', async ({ page, request }) => {
  const { creator } = await openCabinet(page, '/profile/tools');
  const section = page.getByRole('region', { name: 'Кнопка на вашем сайте' });
  const change = section.getByRole('button', { name: 'Изменить список' });
  const field = section.getByLabel('Сайты, по одному в строке');
  await change.click();
  await expect(field).toBeFocused();
  await field.fill('https://www.dilnoza.uz/blog\nмой блог');
  await section.getByRole('button', { name: 'Сохранить' }).click();
  await expect(field).toHaveAccessibleDescription(/^«мой»: Не похоже на адрес сайта/);
  await expectAccessible(page, 'main');
  await field.fill('https://www.dilnoza.uz/blog');
  await section.getByRole('button', { name: 'Сохранить' }).click();
  await expect(section.getByText('Только на dilnoza.uz, вместе с поддоменами.')).toBeVisible();
  await expect(change).toBeFocused();
  const widget = await request.get(`/embed/${creator.userName}`);
  expect(widget.headers()['content-security-policy']).toContain("frame-ancestors 'self' http://dilnoza.uz ");
  // The product itself goes on showing how it looks.
  await expect(
    page.frameLocator('iframe[title="Как это будет выглядеть"]').getByRole('button', { name: 'Поддержать' }),
  ).toBeVisible();
});

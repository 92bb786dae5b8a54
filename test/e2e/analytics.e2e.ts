import type { Locator, Page } from '@playwright/test';
import { giveButton } from '#test/e2e/support/donor.ts';
import { expect, expectAccessible, test } from '#test/e2e/support/fixtures.ts';
import { type CounterCall, type Production, startCounterHost, startProduction } from '#test/e2e/support/production.ts';

const id = '12345678';

interface Running {
  readonly host: Awaited<ReturnType<typeof startCounterHost>>;
  readonly production: Production;
}

/** Production with a counter; `env` is added. */
async function start(env: Readonly<Record<string, string>> = {}): Promise<Running> {
  const host = await startCounterHost();
  const production = await startProduction({ METRIKA_ID: id, ANALYTICS_URL: host.tag, ...env });
  return { host, production };
}

const hits = (calls: readonly CounterCall[], { url }: Production) =>
  calls.filter(([method]) => method === 'hit').map(([, address]) => String(address).replace(url, ''));

/** Resolves when the page has been idle for a while after its load: the counter would have been asked for by then. */
const settled = (page: Page) =>
  page.evaluate(
    () => new Promise<void>((resolve) => void setTimeout(() => requestIdleCallback(() => resolve()), 1_500)),
  );

/** At the end of the page the banner stands below the footer. */
async function expectClear(footer: Locator, banner: Locator): Promise<void> {
  await footer.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect
    .poll(async () => {
      const [content, over] = await Promise.all([footer.boundingBox(), banner.boundingBox()]);
      return content && over && content.y + content.height <= over.y;
    })
    .toBe(true);
}

const follow = (page: Page, name: string) =>
  page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click();

/** Shows an address without loading the page anew, as a link of the page would. */
const show = (page: Page, path: string) =>
  page.evaluate((address) => {
    history.pushState({ idx: 9, key: 'a', usr: null }, '', address);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, path);

test.describe('visits in production', () => {
  test.describe.configure({ mode: 'serial' });
  test.use({ expectedTroubles: [/status of (404|401)/] });
  let running: Running;
  test.beforeAll(async () => {
    running = await start();
  });
  test.afterAll(async () => {
    await running.production.close();
    await running.host.close();
  });

  test('are counted once per route, first load and going back included, and recorded', async ({ newWindow }) => {
    const { host, production } = running;
    const page = await newWindow({ baseURL: production.url });
    const counted = () => hits(host.calls, production);
    await page.goto('/?utm_source=tg');
    await expect.poll(counted).toEqual(['/?utm_source=tg']);
    expect(host.calls[0]).toMatchObject(['init', { defer: true, webvisor: true, clickmap: true, trackLinks: true }]);
    await follow(page, 'Авторы');
    await expect.poll(counted).toEqual(['/?utm_source=tg', '/authors']);
    expect(host.calls.at(-1)).toMatchObject([
      'hit',
      `${production.url}/authors`,
      { referer: `${production.url}/?utm_source=tg` },
    ]);
    await follow(page, 'Мерч');
    await expect(page).toHaveURL('/market');
    await page.goBack();
    await expect.poll(counted).toEqual(['/?utm_source=tg', '/authors', '/market', '/authors']);
    // A guest on the way to his own page sees the login: that is the one page he is counted at.
    await follow(page, 'Кабинет');
    await expect(page).toHaveURL(/\/auth\?next=/);
    await expect.poll(() => counted().slice(4)).toEqual(['/auth']);
    await expect(page.locator('.ym-disable-keys').first()).toBeVisible();
    expect(host.loads()).toBe(1);
    expect(host.calls.filter(([method]) => method === 'init')).toHaveLength(2);
  });

  test('at addresses with secrets are counted without those and not recorded', async ({ newWindow }) => {
    const { host, production } = running;
    host.calls.length = 0;
    const page = await newWindow({ baseURL: production.url });
    await page.goto('/authors?key=secret-1&proof=secret-2&search=998901234567&page=1');
    await expect.poll(() => hits(host.calls, production)).toEqual(['/authors?page=1']);
    expect(host.calls[0]).toMatchObject(['init', { webvisor: false, clickmap: false, trackLinks: false }]);
    expect(JSON.stringify(host.calls)).not.toMatch(/secret|998901234567/);
    await page.goto('/thanks/0190a000-0000-7000-8000-000000000000');
    await expect.poll(() => hits(host.calls, production)).toEqual(['/authors?page=1', '/thanks']);
    // Another page of the same kind is another hit, though the counter cannot tell the two apart.
    await show(page, '/thanks/0190a000-0000-7000-8000-000000000001');
    await expect.poll(() => hits(host.calls, production)).toEqual(['/authors?page=1', '/thanks', '/thanks']);
    expect(JSON.stringify(host.calls)).not.toMatch(/secret|998901234567|0190a000/);
  });

  test('of staff, of widgets and of browsers that refuse are not counted', async ({ newWindow }) => {
    const { host, production } = running;
    host.calls.length = 0;
    const before = host.loads();
    const page = await newWindow({ baseURL: production.url });
    await page.goto('/admin');
    await expect(page.getByRole('heading', { name: 'Управление' })).toBeVisible();
    await page.goto('/widgets/sticker?key=x');
    await settled(page);
    for (const refusal of [
      'Object.defineProperty(navigator, "doNotTrack", {get: () => "1"})',
      'Object.defineProperty(navigator, "globalPrivacyControl", {get: () => true})',
    ]) {
      const refusing = await newWindow({ baseURL: production.url });
      await refusing.addInitScript(refusal);
      await refusing.goto('/authors');
      await settled(refusing);
    }
    expect([host.calls, host.loads()]).toEqual([[], before]);
    // On the way from a public page into the admin area the recording ends.
    await page.goto('/authors');
    await expect.poll(() => hits(host.calls, production)).toEqual(['/authors']);
    await show(page, '/admin');
    await expect.poll(() => host.calls.at(-1)).toEqual(['destruct']);
    await page.goBack();
    await expect.poll(() => hits(host.calls, production)).toEqual(['/authors', '/authors']);
  });

  test('are allowed by the content policy of pages, not by that of widgets', async ({ request }) => {
    const { host, production } = running;
    const policyAt = async (path: string) =>
      String((await request.get(`${production.url}${path}`)).headers()['content-security-policy']);
    const { origin } = new URL(host.tag);
    const policy = await policyAt('/authors');
    for (const kind of ['script-src', 'img-src', 'connect-src', 'frame-src'])
      expect(policy).toMatch(new RegExp(`${kind} [^;]*${origin} https://mc\\.yandex\\.ru`));
    expect(await policyAt('/widgets/sticker')).not.toMatch(/yandex|webvisor/);
    expect(await policyAt('/widgets/sticker')).not.toContain(origin);
  });
});

test.describe('with consent required', () => {
  test('nothing is loaded before a yes, and a no is stored', async ({ newWindow, viewport }) => {
    const { host, production } = await start({ METRIKA_CONSENT: 'on' });
    try {
      const page = await newWindow({ baseURL: production.url, viewport });
      const banner = page.getByRole('region', { name: 'Согласие на аналитику' });
      await page.goto('/authors');
      await expect(banner).toBeVisible();
      await expectAccessible(page);
      await expectClear(page.getByRole('contentinfo'), banner);
      expect([host.loads(), await page.evaluate(() => document.cookie)]).toEqual([0, '']);
      await banner.getByRole('button', { name: 'Не надо' }).click();
      await expect(banner).toBeHidden();
      await page.reload();
      await settled(page);
      await expect(banner).toBeHidden();
      expect([host.loads(), await page.evaluate(() => document.cookie)]).toEqual([0, '']);

      const other = await newWindow({ baseURL: production.url, viewport });
      await other.goto('/authors');
      await other.getByRole('button', { name: 'Можно' }).click();
      await expect.poll(() => hits(host.calls, production)).toEqual(['/authors']);
      await other.reload();
      await expect.poll(() => hits(host.calls, production)).toEqual(['/authors', '/authors']);
      await expect(other.getByRole('button', { name: 'Можно' })).toBeHidden();

      // What was agreed to can be taken back, and what the counter has left in the browser goes with it.
      expect(await other.evaluate(() => document.cookie)).toContain('_ym_uid');
      await other.getByRole('contentinfo').getByRole('button', { name: 'Согласие на аналитику' }).click();
      await expect(other.getByRole('region', { name: 'Согласие на аналитику' })).toBeFocused();
      await expect.poll(() => host.calls.at(-1)).toEqual(['destruct']);
      await other.getByRole('button', { name: 'Не надо' }).click();
      const loads = host.loads();
      await other.reload();
      await settled(other);
      expect([host.loads(), await other.evaluate(() => document.cookie)]).toEqual([loads, '']);
      expect(hits(host.calls, production)).toHaveLength(2);
    } finally {
      await production.close();
      await host.close();
    }
  });
});

test('outside production nothing is counted', async ({ page, request }) => {
  const answer = await request.get('/authors');
  expect(answer.headers()['content-security-policy']).not.toMatch(/mc\.yandex/);
  expect(await answer.text()).not.toContain('name="analytics"');
  await page.goto('/authors');
  await settled(page);
  expect(await page.evaluate(() => 'ym' in window)).toBe(false);
});

test('the question for consent does not cover the button of the donation form', async ({ page }) => {
  const settings = { id: 1, tag: 'https://mc.yandex.ru/metrika/tag.js', needsConsent: true };
  await page.route('/dilnoza', async (route) => {
    const answer = await route.fetch();
    const meta = `<meta name="analytics" content="${JSON.stringify(settings).replaceAll('"', '&quot;')}">`;
    await route.fulfill({ response: answer, body: (await answer.text()).replace('</head>', `${meta}</head>`) });
  });
  await page.goto('/dilnoza');
  const banner = page.getByRole('region', { name: 'Согласие на аналитику' });
  await expect(banner).toBeInViewport({ ratio: 1 });
  const [button, over] = await Promise.all([giveButton(page).boundingBox(), banner.boundingBox()]);
  if (button === null || over === null) throw new Error('no button or no banner');
  const isBeside = over.x >= button.x + button.width || button.x >= over.x + over.width;
  const isAbove = over.y + over.height <= button.y || button.y + button.height <= over.y;
  expect(isBeside || isAbove, JSON.stringify({ button, over })).toBe(true);
});

import { randomInt } from 'node:crypto';
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/** A new creator with what his cabinet would tell him. */
interface Creator {
  readonly key: string;
  call(method: 'GET' | 'POST' | 'PUT', name: string, body?: object): Promise<Record<string, unknown>>;
}

async function answerOf(answer: Awaited<ReturnType<APIRequestContext['fetch']>>): Promise<Record<string, unknown>> {
  const body: unknown = await answer.json();
  if (!answer.ok() || typeof body !== 'object' || body === null || !('data' in body))
    throw new Error(JSON.stringify(body));
  return Object.assign({}, body.data);
}

async function newCreator(request: APIRequestContext): Promise<Creator> {
  const phone = `99891${randomInt(10_000_000).toString().padStart(7, '0')}`;
  const data = { phone, password: 'пароль-для-проверки-7' };
  const { actionId } = await answerOf(await request.post('/api/Identity/Register', { data }));
  const outbox = await answerOf(await request.get(`/api/Dev/Outbox?phone=${phone}`));
  const [sms] = Object.values(outbox).map((one) => Object.assign({ code: '' }, one));
  const query = `phone=${phone}&comfirmCode=${sms?.code}&rememberMe=false&actionId=${actionId}`;
  const { token } = await answerOf(await request.get(`/api/Sms/CheckComfirmCode?${query}`));
  const headers = { authorization: `Bearer ${token}` };
  const call: Creator['call'] = async (method, name, body) =>
    answerOf(await request.fetch(`/api/${name}`, { method, headers, ...(body && { data: body }) }));
  const { key } = await call('GET', 'Widget/Settings');
  await call('PUT', 'Widget/Settings', { alert: { duration: 3 } });
  return { key: String(key), call };
}

/** Counts the sounds that all windows of a context begin. */
async function countSounds(context: BrowserContext): Promise<(page: Page) => Promise<number>> {
  await context.addInitScript(() => {
    const start = OscillatorNode.prototype.start;
    let last = Number.NEGATIVE_INFINITY;
    OscillatorNode.prototype.start = function startCounted(...when) {
      // The tones of one sound are started together.
      if (performance.now() - last > 200)
        localStorage.setItem('sounds', String(Number(localStorage.getItem('sounds')) + 1));
      last = performance.now();
      return start.apply(this, when);
    };
  });
  return (page) => page.evaluate(() => Number(localStorage.getItem('sounds')));
}

const alertOn = (page: Page) => page.getByTestId('alert');

async function openWidget(page: Page, key: string): Promise<void> {
  const isOpen = page.waitForResponse((response) => response.url().includes('/api/Widget/Events'));
  await page.goto(`/widgets/notification?key=${key}`);
  await isOpen;
}

const endedStates = async (creator: Creator) => {
  const { ended } = await creator.call('GET', 'Widget/Queue');
  return Array.isArray(ended) ? ended.map(({ state }: { state: string }) => state) : [];
};

test('one address opened twice plays each alert once, and the creator is told of the double', async ({
  page,
  request,
}) => {
  const creator = await newCreator(request);
  const sounds = await countSounds(page.context());
  const twin = await page.context().newPage();
  await openWidget(page, creator.key);
  await openWidget(twin, creator.key);
  for (const message of ['first', 'second']) await creator.call('POST', `Widget/Test?message=${message}`);
  await expect.poll(() => endedStates(creator), { timeout: 20_000 }).toEqual(['shown', 'shown']);
  expect(await sounds(page)).toBe(2);
  const { sources } = await creator.call('GET', 'Widget/Queue');
  expect(sources).toMatchObject([{ isDoubled: true }, { isDoubled: true }]);
});

test('a page reloaded in the middle shows the rest without its sound', async ({ page, request }) => {
  const creator = await newCreator(request);
  const sounds = await countSounds(page.context());
  await openWidget(page, creator.key);
  await creator.call('POST', 'Widget/Test');
  await expect(alertOn(page)).toBeVisible();
  await expect.poll(() => sounds(page)).toBe(1);
  await page.reload();
  await expect(alertOn(page)).toBeVisible();
  await expect.poll(() => endedStates(creator), { timeout: 15_000 }).toEqual(['shown']);
  expect(await sounds(page)).toBe(1);
});

test('what the creator skips leaves the screen at once', async ({ page, request }) => {
  const creator = await newCreator(request);
  await creator.call('PUT', 'Widget/Settings', { alert: { duration: 30 } });
  await openWidget(page, creator.key);
  await creator.call('POST', 'Widget/Test');
  await expect(alertOn(page)).toBeVisible();
  await creator.call('POST', 'Widget/Control', { action: 'skip' });
  await expect(alertOn(page)).toBeHidden({ timeout: 3_000 });
  expect(await endedStates(creator)).toEqual(['skipped']);
});

test('a source that is off air leaves the alert to the one on air', async ({ page, request }) => {
  const creator = await newCreator(request);
  const onAir = await page.context().newPage();
  await openWidget(page, creator.key);
  await page.evaluate(() =>
    window.dispatchEvent(new CustomEvent('obsSourceActiveChanged', { detail: { active: false } })),
  );
  await openWidget(onAir, creator.key);
  await expect.poll(async () => (await creator.call('GET', 'Widget/Queue')).sources).toMatchObject([{}, {}]);
  await creator.call('POST', 'Widget/Test');
  await expect(alertOn(onAir)).toBeVisible();
  await expect(alertOn(page)).toBeHidden();
});

test('without a working sound alerts are shown one after the other, and nothing else is on the page', async ({
  page,
  request,
}) => {
  const creator = await newCreator(request);
  await page.addInitScript(() => {
    OscillatorNode.prototype.start = () => {
      throw new DOMException('no device');
    };
  });
  await openWidget(page, creator.key);
  await expect(page.locator('body')).toHaveText('');
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  const text = '<img src=x onerror="document.title=1">';
  for (const message of [text, 'дальше'])
    await creator.call('POST', `Widget/Test?message=${encodeURIComponent(message)}`);
  await expect(alertOn(page)).toContainText(text);
  await expect(alertOn(page)).toContainText('дальше', { timeout: 15_000 });
});

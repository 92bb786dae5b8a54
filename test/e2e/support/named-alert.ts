import type { Page } from '@playwright/test';
import type { Creator } from './creator.ts';
import { expect } from './fixtures.ts';
import { alertOn, openWidget } from './widget-page.ts';

interface Named {
  readonly name: string;
  readonly message?: string;
}

const current: { readonly by: WeakMap<Page, Named> } = { by: new WeakMap() };

/** Opens the alerts of a creator; what it shows from now on has the name and the message that `showNamed` sets. */
export async function openNamedAlerts(page: Page, creator: Creator): Promise<void> {
  await page.route('**/api/Widget/Next', async (route) => {
    const answer = await route.fetch();
    const body: { data: object | null } = await answer.json();
    const { name, message = null } = current.by.get(page) ?? { name: '' };
    const data = body.data && { ...body.data, name, message };
    await route.fulfill({ response: answer, json: { ...body, data } });
  });
  await openWidget(page, creator.key);
}

/** Shows one alert of a donor with this name, once its fonts are there. */
export async function showNamed(page: Page, creator: Creator, named: Named): Promise<void> {
  current.by.set(page, named);
  await creator.call('POST', 'Widget/Test?message=shown');
  await expect(alertOn(page)).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
}

/** Takes the alert off the screen, so that the next can come. */
export async function endAlert(page: Page, creator: Creator): Promise<void> {
  const { current: shown } = await creator.call('GET', 'Widget/Queue');
  const { alertId } = Object.assign({ alertId: '' }, shown);
  await creator.call('POST', 'Widget/Control', { action: 'skip', alertId });
  await expect(alertOn(page)).toBeHidden();
}

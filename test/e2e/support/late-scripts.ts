import type { Page } from '@playwright/test';

/** Holds the page's scripts, but for those that `html` names, until the answer is called. Service workers must be blocked. */
export async function holdScripts(page: Page, html = ''): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const script = ({ pathname }: URL) => pathname.endsWith('.js') && !html.includes(pathname);
  await page.route(script, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

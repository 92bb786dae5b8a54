import type { Page } from '@playwright/test';

/** Follows a link of the header; on a phone it stands in the menu. */
export async function followInHeader(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Меню', exact: true });
  const isFolded = await menu.isVisible();
  if (isFolded) await menu.click();
  const place = page.getByRole(isFolded ? 'dialog' : 'banner');
  await place.getByRole('link', { name, exact: true }).click();
}

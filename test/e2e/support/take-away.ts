import type { Page } from '@playwright/test';
import type { Creator } from './creator.ts';
import { expect, expectAccessible, noHorizontalScroll } from './fixtures.ts';
import { enterAsStaff } from './staff.ts';

/** A moderator takes the first line of a table on the page of a creator away; `taken` is its state then. */
export async function takeAway(staff: Page, creator: Creator, { table, taken }: { table: string; taken: string }) {
  const { id } = await creator.call('GET', 'PersonalAccount/Get');
  await enterAsStaff(staff, 'moderator');
  await staff.goto(`/admin/user/${String(id)}`);
  const lines = staff.getByRole('table', { name: table });
  await lines.getByRole('button', { name: 'Убрать' }).first().click();
  const dialog = staff.getByRole('dialog');
  await dialog.getByLabel('Причина').fill('Оскорбление: <b>зритель</b>');
  await expectAccessible(staff);
  await dialog.getByRole('button', { name: 'Убрать' }).click();
  await expect(lines).toContainText(taken);
  // The button is gone; questions of other lines stand in the page unseen.
  await expect(staff.getByRole('heading', { level: 1 })).toBeFocused();
  await noHorizontalScroll(staff);
}

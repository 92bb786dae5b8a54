import { expect, type Page } from '@playwright/test';
import type { Creator } from './creator.ts';
import { enter, type Person, registered } from './people.ts';

/** A creator who is logged in in the page and has short alerts. */
export async function openCabinet(page: Page, path: string): Promise<Person & { readonly creator: Creator }> {
  const person = await registered(page.request);
  const creator = await creatorOf(page, person.token);
  await creator.call('PUT', 'Widget/Settings', { alert: { duration: 3 } });
  await enter(page, person, path);
  return { ...person, creator };
}

async function creatorOf(page: Page, token: string): Promise<Creator> {
  const headers = { authorization: `Bearer ${token}` };
  const call: Creator['call'] = async (method, name, body) => {
    const answer = await page.request.fetch(`/api/${name}`, { method, headers, ...(body && { data: body }) });
    expect(answer.ok(), name).toBe(true);
    return Object.assign({}, (await answer.json()).data);
  };
  const { key, creator } = await call('GET', 'Widget/Settings');
  return { key: String(key), userName: Object.assign({ userName: '' }, creator).userName, call };
}

/** Opens the sections that are behind «Ещё» where the window is too narrow for their column. */
export async function openSections(page: Page): Promise<void> {
  const sections = page.getByRole('navigation', { name: 'Разделы профиля' });
  // At a phone all of it lies in its bar, so that it takes no place of its own.
  await sections.waitFor({ state: 'attached' });
  const button = sections.getByRole('button', { name: /^Ещё/ });
  if (await button.isVisible()) await button.click();
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

const latin = /\p{Script=Latin}[\p{Script=Latin}\p{M}'’‘ʻ]+/gu;

/** What has no other name in Russian. */
const names = ['SMS', 'Uzcard', 'Humo', 'Click', 'Payme', 'Telegram', 'Twitch', 'YouTube', 'Instagram', 'TikTok', 'VK'];

/** Sizes of clothes, called so everywhere. */
const sizes = ['XS', 'XL', 'XXL'];

/** The demo world's people write in the languages that they like. */
const written = ['creators/creators.json', 'donations/donation-texts.json', 'merch/merch.json'].flatMap(
  (file) => readFileSync(join(import.meta.dirname, '../../../demo', file), 'utf8').match(latin) ?? [],
);

const known = new Set([...names, ...sizes, ...written].map((word) => word.toLowerCase()));

/**
 * Words in Latin letters that the interface shows or announces (texts, labels, hints of fields), except names and texts by people of the
 * demo world. Parts marked as another language are left out.
 */
export async function foreignWords(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const isOurs = (element: Element | null) => element?.closest('[lang]')?.getAttribute('lang') === 'ru';
    const attributes = ['aria-label', 'placeholder', 'title', 'alt'];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [document.title];
    while (walker.nextNode()) {
      const { parentElement, nodeValue } = walker.currentNode;
      if (isOurs(parentElement) && parentElement?.checkVisibility() === true) found.push(nodeValue ?? '');
    }
    for (const element of document.body.querySelectorAll(attributes.map((name) => `[${name}]`).join()))
      if (isOurs(element)) for (const name of attributes) found.push(element.getAttribute(name) ?? '');
    return found;
  });
  // Those who have chosen no name yet are called `user` and a number, and another test gives under a name that begins a tag.
  const words = texts.flatMap((text) => text.replace(/\buser\w+|<.*/g, '').match(latin) ?? []);
  return words.filter((word) => !known.has(word.toLowerCase()));
}

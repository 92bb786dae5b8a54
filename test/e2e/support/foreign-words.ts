import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type Locale, locales } from '#base/text/locales.ts';

const root = join(import.meta.dirname, '../../..');
const latin = /\p{Script=Latin}[\p{Script=Latin}\p{M}'’‘ʻʼ]+/gu;
const cyrillic = /\p{Script=Cyrillic}[\p{Script=Cyrillic}\p{M}]+/gu;

const wordsOf = (text: string, pattern: RegExp) => (text.match(pattern) ?? []).map((word) => word.toLowerCase());

/** What has no other name in any language. */
const names = [
  'SMS',
  'SHA',
  'HMAC',
  'CSV',
  'PDF',
  'ZIP',
  // Of MP3.
  'MP',
  'Ogg',
  'QR',
  'OBS',
  'Opora',
  'Uzcard',
  'Humo',
  'Click',
  'Payme',
  'Stripe',
  'Telegram',
  'Twitch',
  'YouTube',
  'Instagram',
  'TikTok',
  'VK',
  'DonationAlerts',
  'Boosty',
  'Ko',
  'fi',
  'API',
  'JSON',
  'EUR',
  'RUB',
];

/** Sizes of clothes, called so everywhere. */
const sizes = ['XS', 'XL', 'XXL'];

/** The demo world's people write in the languages that they like. */
const written = [
  'creators/creators.json',
  'donations/donation-texts.json',
  'merch/merch.json',
  'memberships/posts.json',
].map((file) => readFileSync(join(root, 'demo', file), 'utf8'));

function vocabulary(locale: Locale): Set<string> {
  const texts =
    readFileSync(join(root, `locales/${locale}/messages.po`), 'utf8').match(/(?<=^msgstr ").*(?="$)/gm) ?? [];
  return new Set(
    texts.flatMap((text) => wordsOf(text.replace(/\{\w+|<[^>]*>|\b(?:one|few|many|other) \{/g, ' '), latin)),
  );
}

const known = new Set([...names, ...sizes].map((word) => word.toLowerCase()));
for (const text of written) for (const word of [...wordsOf(text, latin), ...wordsOf(text, cyrillic)]) known.add(word);
const spoken = { uz: vocabulary('uz').add('may'), en: vocabulary('en') };

/** The texts that the page shows or announces in its own language: texts, labels, hints of fields, its title. */
function shownTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const language = document.documentElement.lang;
    const isOurs = (element: Element | null) => element?.closest('[lang]')?.getAttribute('lang') === language;
    const attributes = ['aria-label', 'placeholder', 'title', 'alt'];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [document.title];
    while (walker.nextNode()) {
      const { parentElement, nodeValue } = walker.currentNode;
      const isCode = parentElement?.closest('pre, code') != null;
      if (!isCode && isOurs(parentElement) && parentElement?.checkVisibility() === true) found.push(nodeValue ?? '');
    }
    for (const element of document.body.querySelectorAll(attributes.map((name) => `[${name}]`).join()))
      if (isOurs(element)) for (const name of attributes) found.push(element.getAttribute(name) ?? '');
    return found;
  });
}

/**
 * Words of another language that the interface shows or announces, except names and texts by people of the demo world and words in `data`,
 * which came from the database. Code and parts marked as another language are left out. In Russian these are all Latin words; in Uzbek and English the
 * Cyrillic ones, and those that only the texts of the other one have.
 */
export async function foreignWords(page: Page, data: ReadonlySet<string> = new Set()): Promise<string[]> {
  const language = await page.evaluate(() => document.documentElement.lang);
  const locale = locales.find((one) => one === language) ?? 'ru';
  // Those who have chosen no name yet are called `user` and a number, and another test gives under a name that begins a tag.
  const texts = (await shownTexts(page)).map((text) => text.replace(/\buser\w+|<.*/g, ''));
  const foreign = texts.flatMap((text) => {
    if (locale === 'ru') return wordsOf(text, latin);
    const [own, other] = locale === 'uz' ? [spoken.uz, spoken.en] : [spoken.en, spoken.uz];
    return [...wordsOf(text, cyrillic), ...wordsOf(text, latin).filter((word) => other.has(word) && !own.has(word))];
  });
  return [...new Set(foreign)].filter((word) => !known.has(word) && !data.has(word));
}

/** The texts of the product that its answers contain: they are to be translated. */
const given = new Set(
  ['app/site/given-names.txt', 'app/site/errors/failure-texts.txt'].flatMap((file) =>
    readFileSync(join(root, file), 'utf8').split('\n'),
  ),
);

/** Collects the words of the data that the page gets, without texts that the product itself gives. */
export function noteData(page: Page): Set<string> {
  const data = new Set<string>();
  page.on('response', (response) => {
    const type = response.headers()['content-type'] ?? '';
    if (!/json|x-script|html/.test(type)) return;
    void response.text().then(
      (text) => {
        const body = type.includes('html') ? [...text.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].join('\n') : text;
        const values = body.split(/\\*"/).filter((value) => !given.has(value));
        for (const value of values)
          for (const word of [...wordsOf(value, cyrillic), ...wordsOf(value, latin)]) data.add(word);
      },
      () => undefined,
    );
  });
  return data;
}

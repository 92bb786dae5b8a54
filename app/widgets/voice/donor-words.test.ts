import { readFile } from 'node:fs/promises';
import { setupI18n } from '@lingui/core';
import { formatter } from '@lingui/format-po';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { expect, test } from 'vitest';
import { locales } from '#base/text/locales.ts';
import { donorText } from './donor-words.server.ts';

const month = '{who} — {month}-й месяц';
const first = '{who} — теперь каждый месяц';
const gives =
  '{who} дарит зрителям {giftedMonths, plural, one {# месяц} few {# месяца} many {# месяцев} other {# месяца}}';

/** The text of the screens in a language. */
async function screenText(locale: string, source: string, values: Record<string, unknown>): Promise<string> {
  const file = await readFile(new URL(`../../../locales/${locale}/messages.po`, import.meta.url), 'utf8').catch(
    () => '',
  );
  const entries = Object.entries(
    file === '' ? {} : await formatter().parse(file, { locale, sourceLocale: 'ru', filename: '' }),
  );
  const found = entries.find(([id, entry]) => (entry.message ?? id) === source)?.[1]?.translation ?? '';
  if (locale !== 'ru' && found === '') throw new Error(`locales/${locale} lacks: ${source}`);
  const texts = setupI18n({ locale, messages: { [locale]: { text: compileMessage(found || source) } } });
  return texts._('text', values);
}

test.each(locales)('the server names donors in %s as the screens do', async (locale) => {
  const plain = { name: null, month: null, giftedMonths: null, giftedPieces: null };
  const who = await screenText(locale, 'Аноним', {});
  expect(donorText(plain, locale)).toBe(who);
  expect(donorText({ ...plain, month: 1 }, locale)).toBe(await screenText(locale, first, { who }));
  expect(donorText({ ...plain, month: 3 }, locale)).toBe(await screenText(locale, month, { who, month: 3 }));
  for (const giftedMonths of [1, 2, 5, 21, 50])
    expect(donorText({ ...plain, giftedMonths }, locale)).toBe(await screenText(locale, gives, { who, giftedMonths }));
});

import { readFile } from 'node:fs/promises';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { describe, expect, test } from 'vitest';
import { compileSourceMessage } from '#base/text/message-compiler.ts';

const samples = [
  'Без знаков',
  '{name}',
  'Здравствуйте, {name}!',
  '{0} из {1}',
  '<0>{name}</0> подарил {sum} <1/>',
  '{count, plural, one {# автор} few {# автора} many {# авторов} other {# автора}}',
  'Найдено {count, plural, =0 {никого} one {# автор} other {<0>#</0> авторов у {name}}} сегодня',
  '{place, selectordinal, one {#-й} other {#-й}}',
  '{kind, select, mug {кружка} shirt {футболка # {count}} other {вещь}}',
  '{count, plural, offset:1 =0 {никто} =1 {{name}} one {{name} и ещё #} other {{name} и ещё # других}}',
  'вложено {a, plural, one {{b, plural, one {#x} other {#y}}} other {z}}',
  "O'zbekiston, it''s, '{'знак'}' и # вне",
  "{n, plural, one {'#' не число} other {l'été #}}",
  '{price, number}',
  '{price, number, percent}',
  '{when, date, short}',
  'Строка\nс переносом {x}\n',
];

describe('source texts read in the browser', () => {
  test.each(samples)('%s', (message) => {
    expect(compileSourceMessage(message)).toEqual(compileMessage(message));
  });

  test('all source texts of the product', async () => {
    const catalogue = await readFile(new URL('../../locales/ru/messages.po', import.meta.url), 'utf8');
    const texts = [...catalogue.matchAll(/^msgstr (".*"(?:\n".*")*)/gm)].map(([, quoted = '""']) =>
      quoted
        .split('\n')
        .map((line) => JSON.parse(line))
        .join(''),
    );
    expect(texts.length).toBeGreaterThan(20);
    for (const text of texts.filter(Boolean)) expect(compileSourceMessage(text), text).toEqual(compileMessage(text));
  });
});

import { expect, test } from 'vitest';
import { createTranslation } from './failure-translation.ts';

const translate = createTranslation('en', {
  'Заполните поле': ['Fill in this field'],
  'Не больше {0}': ['No more than ', ['0']],
  'Не больше {0} ключей. Удалите лишние': ['No more than ', ['0'], ' keys. Delete some'],
  '{0} символов': [['0'], ' characters'],
  '{0}: сейчас {1}': [['0'], ': now ', ['1']],
  'Остаток изменился': ['The stock changed'],
});

test.each([
  ['Заполните поле', 'Fill in this field'],
  ['Не больше 5', 'No more than 5'],
  ['Не больше 20 ключей. Удалите лишние', 'No more than 20 keys. Delete some'],
  ['Не больше 5 символов', 'No more than 5 characters'],
  ['Остаток изменился: сейчас 3', 'The stock changed: now 3'],
  ['Не больше 5 000', 'No more than 5,000'],
  ['Не больше 1\u00a0234\u00a0567,50', 'No more than 1,234,567.50'],
  ['Не больше 12,50', 'No more than 12.50'],
  ['Не больше 0,5', 'No more than 0.5'],
  ['Не больше 998 90 000', 'No more than 998 90 000'],
  ['Чего мы не знаем', 'Чего мы не знаем'],
])('%s', (text, translated) => {
  expect(translate(text)).toBe(translated);
});

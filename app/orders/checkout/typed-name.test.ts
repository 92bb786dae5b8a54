import { expect, test } from 'vitest';
import { namesTyped } from './typed-name.ts';

test.each([
  ['Дарья Ким', { givenName: 'Дарья', surName: 'Ким' }],
  ['  Дарья\u00a0 Ким ', { givenName: 'Дарья', surName: 'Ким' }],
  ['Мадина', { givenName: 'Мадина', surName: null }],
  ['Ana Maria de la Cruz', { givenName: 'Ana', surName: 'Maria de la Cruz' }],
  ['   ', null],
])('%j', (name, names) => {
  expect(namesTyped(name)).toEqual(names);
});

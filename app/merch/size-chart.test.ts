import { describe, expect, test } from 'vitest';
import { chartFault, readChart, writeChart } from './size-chart.ts';

const chart = [
  ['Размер', 'Грудь, см'],
  ['S', '96'],
];

describe('a typed size chart', () => {
  test.each([
    ['Размер; Грудь, см\nS;96', chart],
    ['\nРазмер\tГрудь, см\n\nS\t96\n', chart],
    ['  \n', null],
  ])('%j is read', (text, read) => {
    expect(readChart(text)).toEqual(read);
    expect(chartFault(text)).toBeNull();
  });

  test('is written as it is read', () => {
    expect(readChart(writeChart(chart))).toEqual(chart);
    expect(writeChart(null)).toBe('');
    const pasted = [
      ['Размер', 'Грудь; талия'],
      ['S', '96; 70'],
    ];
    expect(readChart(writeChart(pasted))).toEqual(pasted);
  });

  test.each([
    ['Размер; Грудь', /хотя бы одна строка/],
    ['Размер\nS', /не меньше двух ячеек/],
    ['Размер; Грудь\nS; 96; 70', /столько же ячеек/],
    [`Размер; Грудь\nS; ${'9'.repeat(41)}`, /не больше 40 символов/],
    ['a; b\n'.repeat(21), /не больше 20 строк/],
  ])('%j has a fault', (text, fault) => expect(chartFault(text)).toMatch(fault));
});

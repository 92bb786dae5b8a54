import { expect, it } from 'vitest';
import { shortMonthText } from './short-month.ts';

it.each([
  ['ru', 'июнь июль нояб.'],
  ['uz', 'iyun iyul noy'],
  ['en', 'Jun Jul Nov'],
])('a month under a chart is short in %s', (locale, months) => {
  expect(['2026-06', '2026-07', '2026-11'].map((month) => shortMonthText(month, locale)).join(' ')).toBe(months);
});

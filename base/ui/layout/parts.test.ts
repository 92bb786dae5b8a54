import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
const code = read('./parts.tsx');
const sheet = read('./parts.module.css');

function valuesOf(property: string): string[] {
  const [, union = ''] = code.match(new RegExp(`readonly ${property}\\?: ([^;]+);`)) ?? [];
  return union.split(' | ').map((value) => value.replaceAll("'", ''));
}

test.each([
  ['gap', 'gap'],
  ['rowGap', 'rows'],
  ['align', 'align-'],
  ['justify', 'justify-'],
  ['size', 'size'],
  ['weight', 'weight'],
])('the sheet has a class for every %s', (property, beginning) => {
  const classes = valuesOf(property).map((value) => `.${beginning}${value} {`);
  expect(classes).not.toEqual([`.${beginning} {`]);
  expect(classes.filter((one) => !sheet.includes(one))).toEqual([]);
});

import { readFileSync } from 'node:fs';
import {
  type CompiledIcuChoices,
  type CompiledMessage,
  compileMessageOrThrow,
} from '@lingui/message-utils/compileMessage';
import { describe, expect, test } from 'vitest';
import { countries } from '#app/country.ts';

/** The texts of both catalogues of a language by their Russian source. */
function catalogue(locale: string): Map<string, string> {
  const [messages, failures] = ['messages', 'failures'].map((name) =>
    readFileSync(new URL(`../../locales/${locale}/${name}.po`, import.meta.url), 'utf8'),
  );
  const file = `${messages}\n${failures}`;
  const entry = /^msgid (".*"(?:\n".*")*)\nmsgstr (".*"(?:\n".*")*)/gm;
  return new Map([...file.matchAll(entry)].map(([, source, text]) => [unquoted(source), unquoted(text)]));
}

function unquoted(lines = '""'): string {
  return lines
    .split('\n')
    .map((line) => JSON.parse(line))
    .join('');
}

interface Parts {
  /** Placeholders with their formats, and tags. */
  readonly marks: Set<string>;
  /** The cases of each plural, as `count: one other`. */
  readonly plurals: Set<string>;
}

const isChoices = (format: unknown): format is CompiledIcuChoices => typeof format === 'object' && format !== null;

function gather(message: CompiledMessage, parts: Parts): Parts {
  for (const token of message) {
    if (typeof token === 'string') {
      for (const [tag] of token.matchAll(/<\/?\d+\/?>/g)) parts.marks.add(tag);
      continue;
    }
    const [name, kind, format] = token;
    if (!isChoices(format)) {
      parts.marks.add([name, kind, format].filter(Boolean).join(', '));
      continue;
    }
    const cases = Object.entries(format).flatMap(([label, inner]) => (Array.isArray(inner) ? [{ label, inner }] : []));
    const labels = cases.map(({ label }) => label).filter((label) => !/^\d/.test(label));
    if (kind === 'select') parts.marks.add([name, kind, ...labels.toSorted()].join(' '));
    else parts.marks.add(`${name}, ${kind}`);
    if (kind === 'plural') parts.plurals.add(`${name}: ${labels.join(' ')}`);
    for (const { inner } of cases) gather(inner, parts);
  }
  return parts;
}

const partsOf = (text: string) => gather(compileMessageOrThrow(text), { marks: new Set(), plurals: new Set() });
const lastSign = (text: string) => /[.!?…:]$/.exec(text)?.[0] ?? '';

const sources = [...catalogue('ru').keys()].filter(Boolean);

test('the source catalogue is read', () => {
  expect(sources.length).toBeGreaterThan(100);
});

describe.each(['uz', 'en'])('every text in %s', (locale) => {
  const texts = catalogue(locale);
  const translated = sources.map((source) => ({ source, text: texts.get(source) ?? '' }));

  test('is translated', () => {
    expect(translated.filter(({ text }) => text.trim() === '').map(({ source }) => source)).toEqual([]);
  });

  test('has the placeholders and tags of its source', () => {
    for (const { source, text } of translated) expect(partsOf(text).marks, source).toEqual(partsOf(source).marks);
  });

  test("has the language's plural forms", () => {
    const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories.toSorted();
    for (const { source, text } of translated)
      for (const plural of partsOf(text).plurals) {
        const [, cases = ''] = plural.split(': ');
        expect(cases.split(' ').toSorted(), source).toEqual(forms);
      }
  });

  test('ends with the sign of its source', () => {
    expect(translated.filter(({ source, text }) => lastSign(text) !== lastSign(source))).toEqual([]);
  });

  test('has no Cyrillic letter', () => {
    expect(translated.filter(({ text }) => /\p{Script=Cyrillic}/u.test(text))).toEqual([]);
  });
});

test('Uzbek endings stand at the word for the currency, not apart from it', () => {
  const apart = /(?:\{(?:whole|sum|total|amount|currency)\}|<\d\/>) (?:dan|da|ga|ni|ning|lik)\b/;
  expect([...catalogue('uz').values()].filter((text) => apart.test(text))).toEqual([]);
});

test('Uzbek texts have the letters oʻ, gʻ and the sign ʼ, not look-alikes from a keyboard', () => {
  expect([...catalogue('uz').values()].filter((text) => /['`´‘’]|[oOgG]ʼ|[^oOgG]ʻ/.test(text))).toEqual([]);
});

test.each(['uz', 'en'])('texts in %s have the quotation marks and apostrophes of the language', (locale) => {
  expect([...catalogue(locale).values()].filter((text) => /[«»"'`´]/.test(text))).toEqual([]);
});

test('the server names each currency as the screens do', () => {
  for (const { currencyLabel, currencyNames } of countries) {
    const named = Object.keys(currencyNames).map((locale) => [locale, catalogue(locale).get(currencyLabel)]);
    expect(currencyNames).toEqual(Object.fromEntries(named));
  }
});

test('every name that the product itself gives is translated', () => {
  const migration = readFileSync(new URL('../../migrations/0011_merch.sql', import.meta.url), 'utf8');
  const demo = readFileSync(new URL('../../demo/merch/merch.ts', import.meta.url), 'utf8');
  const [sizes = '', colours = ''] = [...migration.matchAll(/array\[([^\]]*)\]/g)].map(([, list]) => list);
  const names = [
    ...countries.flatMap(({ currencyLabel, regions }) => [currencyLabel, ...regions.map(({ name }) => name)]),
    ...[...`${sizes}${colours}`.matchAll(/'([^']*)'/g)].map(([, name = '']) => name),
    ...[...demo.matchAll(/category: '([^']*)'/g)].map(([, name = '']) => name),
  ].filter((name) => /\p{Script=Cyrillic}/u.test(name));
  expect(names.length).toBeGreaterThan(60);
  const known = new Set(sources);
  expect(names.filter((name) => !known.has(name))).toEqual([]);
});

import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { signsOf } from '../support/font-glyphs.ts';

const root = new URL('../../', import.meta.url);
const textOf = (file: string) => readFileSync(new URL(file, root), 'utf8');

/** The signs that each font draws: those in a file that is fetched for them. */
function drawn(): ReadonlyMap<string, ReadonlySet<number>> {
  const fonts = new Map<string, Set<number>>();
  for (const [, face = ''] of textOf('base/ui/theme/fonts.css').matchAll(/@font-face \{([^}]*)\}/g)) {
    const name = /font-family: "(.*?)"/.exec(face)?.[1] ?? '';
    const file = /url\("(.*?)"\)/.exec(face)?.[1] ?? '';
    const ranges = [...face.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)].map(([, first = '', last = first]) =>
      [first, last].map((hex) => Number.parseInt(hex, 16)),
    );
    const place = file.startsWith('./') ? 'base/ui/theme/' : 'node_modules/';
    const signs = [...signsOf(new URL(`${place}${file}`, root))].filter((sign) =>
      ranges.some(([first = 0, last = 0]) => first <= sign && sign <= last),
    );
    fonts.set(name, new Set([...(fonts.get(name) ?? []), ...signs]));
  }
  return fonts;
}

/** Texts of all languages, and what stands in the markup of screens beside them. */
const files = ['locales/*/*.po', 'app/**/*.tsx', 'base/**/*.tsx'].flatMap((pattern) =>
  globSync(pattern, { cwd: root.pathname }),
);

test('every sign of the interface is drawn by both fonts', () => {
  const fonts = drawn();
  expect([...fonts.keys()]).toEqual(['Onest Variable', 'Unbounded Variable']);
  expect(files.length).toBeGreaterThan(300);
  const foreign = files.flatMap((file) => {
    const texts = textOf(file).replace(/^\s*(\/\/|\*|\/\*\*).*$/gm, '');
    const signs = [...new Set(texts)].filter((sign) => /\S/.test(sign));
    return [...fonts].flatMap(([font, known]) =>
      signs.flatMap((sign) => (known.has(sign.codePointAt(0) ?? 0) ? [] : [`${font}: ${sign} in ${file}`])),
    );
  });
  expect(foreign).toEqual([]);
});

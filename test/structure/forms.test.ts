import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

test('no form puts what was typed into the address where its script has not come', () => {
  const forms = globSync('{app,base}/**/*.tsx', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/<form\b.*?\n?.*?>\n/gs)].map(([tag]) => ({ file, tag })),
  );
  expect(forms.length).toBeGreaterThan(10);
  const bare = forms.filter(({ tag }) => !/\smethod="(dialog|post)"/.test(tag));
  expect(bare.map(({ file }) => file)).toEqual([]);
});

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

test('no form puts what was typed into the address where its script has not come', () => {
  const forms = globSync('{app,base}/**/*.tsx', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/<form\b.*?\n?.*?>\n/gs)].map(([tag]) => ({ file, tag })),
  );
  // Most are a `SentForm`, whose type allows no other method.
  expect(forms.map(({ file }) => file)).toContain('base/ui/fields/sent-form.tsx');
  const bare = forms.filter(({ tag }) => !/\smethod="(dialog|post)"/.test(tag));
  expect(bare.map(({ file }) => file)).toEqual([]);
});

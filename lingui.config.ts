import { defineConfig } from '@lingui/cli';
import babel from '@lingui/cli/api/extractors/babel';
import { formatter } from '@lingui/format-po';

export default defineConfig({
  sourceLocale: 'ru',
  locales: ['ru', 'uz', 'en'],
  catalogs: [
    { path: '<rootDir>/locales/{locale}/messages', include: ['app', 'base'], exclude: ['**/failure-texts.txt'] },
    // Loaded on the first failure only.
    { path: '<rootDir>/locales/{locale}/failures', include: ['app/site/errors/failure-texts.txt'] },
  ],
  extractors: [
    babel,
    {
      match: (file) => /(given-names|failure-texts)\.txt$/.test(file),
      extract(file, text, onMessage) {
        for (const name of text.split('\n'))
          if (name !== '' && !name.startsWith('#')) onMessage({ id: name, message: name, origin: [file, 1] });
      },
    },
  ],
  // Its Trans keeps what people have typed.
  runtimeConfigModule: { Trans: ['#base/ui/texts/trans.tsx', 'Trans'] },
  // Line numbers would change every catalogue with nearly every change of a screen.
  format: formatter({ lineNumbers: false }),
});

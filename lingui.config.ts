import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

export default defineConfig({
  sourceLocale: 'ru',
  locales: ['ru', 'uz', 'en'],
  catalogs: [{ path: '<rootDir>/locales/{locale}/messages', include: ['app', 'base'] }],
  // Line numbers would change every catalogue with nearly every change of a screen.
  format: formatter({ lineNumbers: false }),
});

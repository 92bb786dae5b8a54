import { defineConfig } from '@lingui/cli';

export default defineConfig({
  sourceLocale: 'ru',
  locales: ['ru', 'uz', 'en'],
  catalogs: [{ path: '<rootDir>/locales/{locale}/messages', include: ['app', 'base'] }],
});

import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import { reactRouter } from '@react-router/dev/vite';
import babel, { defineRolldownBabelPreset } from '@rolldown/plugin-babel';
import { reactCompilerPreset } from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { extraEntry } from './base/pages/extra-entry.ts';
import { compileMessages } from './base/text/compile-messages.ts';
import { modulesOf } from './operation/install/chunk-files.ts';

/** What many pages share, in few chunks: each small one costs a request and compresses badly. Widgets do without `site`. */
const codeSplitting = {
  groups: [
    { name: 'react', test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store)\//, priority: 30 },
    {
      name: 'texts',
      test: modulesOf(['app/i18n'], /node_modules\/@lingui\/|vite\/preload-helper/),
      priority: 20,
    },
    {
      // What widgets and the site share: in a chunk of its own, or every widget would load the site for it.
      name: 'light',
      test: modulesOf([
        'app/images/ikat-pattern',
        'app/images/picture-address',
        'app/images/image-choices',
        'base/calls/errors',
        'base/calls/call-client',
        'base/text/money',
        'base/ui/page/use-names',
        'base/ui/page/use-sum-text',
        'base/events/live-client',
        'base/events/event-reader',
      ]),
      priority: 15,
    },
    {
      name: 'site',
      test: modulesOf(
        [
          'app/root',
          'app/call',
          'app/images/ikat',
          'app/site/frame/footer',
          'app/site/frame/header',
          'app/site/frame/logo',
          'app/site/frame/main-frame',
          'app/site/frame/skip-link',
          'app/site/menu/choice',
          'app/site/menu/colour-scheme-switch',
          'app/site/menu/language-switch',
          'app/site/menu/search-field',
          'app/site/layouts/main-layout',
          'app/site/travel',
          'app/site/language-keeper',
          'app/site/late-error',
          'app/site/late-failure-translator',
          'base/pages/analytics-settings',
          'base/pages/document-context',
          'base/pages/hydrated',
          'base/pages/missing',
          'base/pages/page-head',
          'base/ui/on-stream/',
          'base/ui/failures/failure-text',
        ],
        /node_modules\/react-router\//,
      ),
      priority: 10,
    },
    {
      name: 'parts',
      test: modulesOf(
        [
          'base/ui/page/page-frame',
          'base/ui/page/link-button',
          'base/ui/page/empty-state',
          'base/ui/page/error-notice',
          'base/ui/page/skeleton',
          'base/ui/page/sum',
          'base/ui/page/use-action',
          'base/ui/page/share-button',
          'base/ui/fields/field',
          'base/text/form-rules',
          'app/images/picture',
          'app/creators/public-user',
          'app/creators/picture-url',
          'app/creators/creator-face',
          'app/creators/type-names',
          'app/creators/creator-types',
          'app/creators/social-links',
        ],
        /Icon(Check|Share2|RosetteDiscountCheckFilled|BrandTelegram)\./,
      ),
      priority: 5,
    },
    {
      // What only screens behind a login share: as many small chunks, their names would weigh on every page, in the list of all routes.
      name: 'signed-in',
      test: modulesOf([
        'base/ui/copy/',
        'base/ui/dialogs/',
        'base/ui/fields/focus-fault',
        'base/ui/fields/save-bar',
        'base/ui/fields/select-field',
        'base/ui/fields/use-unsaved',
        'base/ui/lists/sortable-list',
        'base/ui/lists/staff-list',
        'base/ui/lists/staff-table',
        'base/ui/lists/table-scroll',
        'base/ui/lists/use-current-in-sight',
        'base/ui/page/text-button',
        'base/ui/panel/',
        'app/images/image-field',
        'app/images/upload-picture',
        'app/donations/lists/thank-button',
        'app/donations/statistics/change',
        'app/donations/statistics/statistics-period',
        'app/profile/edit/field-mark',
        'app/profile/field-names',
        'app/profile/own-profile',
        'app/profile/overview/profile-preview',
        'app/profile/overview/profile-screen.module',
        'app/staff/people/person-cell',
        'app/staff/staff-counts',
        'app/staff/tag',
      ]),
      priority: 5,
    },
    {
      name: 'sign-in',
      test: modulesOf([
        'app/identity/password-rules',
        'app/identity/passwords/password-field',
        'app/identity/screens/remember-me',
        'app/identity/sign-in-way',
      ]),
      priority: 5,
    },
    { name: 'dates', test: modulesOf(['base/text/dates', 'base/text/unit-text']), priority: 5 },
    {
      name: 'giving',
      test: modulesOf([
        'app/donations/donation-rules',
        'app/donations/donation-draft',
        'app/donations/donation-failures',
        'app/donations/amount-text',
        'base/text/clean-text',
        'app/donations/donation-form.module',
        'app/payments/use-payment-tabs',
        'app/payments/payment-tabs',
        'app/donations/give/donation-proofs',
        'app/payments/stored-payment',
        'app/payments/paid-notes',
      ]),
      priority: 5,
    },
  ],
};

/** What is only shown gains nothing from remembering its parts, and would weigh a tenth more on every first visit. */
const compiler = reactCompilerPreset();
compiler.rolldown.filter = {
  ...compiler.rolldown.filter,
  id: {
    exclude: modulesOf([
      'app/root',
      'app/site/',
      'app/images/',
      'app/creators/list/',
      'app/widgets/goal-bar',
      'app/creators/page/',
      'app/creators/creator-card',
      'app/creators/creator-face',
      'app/creators/social-links',
      'app/creators/type-names',
      'app/merch/market/',
      'app/merch/product-page/',
      'app/merch/creator-merch',
      'app/merch/product-card',
      'app/merch/product-rows',
      'app/merch/seller-face',
      'app/merch/colour-dots',
      'app/merch/breadcrumbs',
      'base/pages/',
      'base/ui/',
    ]),
  },
};

/** The texts stay in the code, compiled: Russian pages need no catalogue. */
const texts = linguiTransformerBabelPreset({ descriptorFields: 'message' });
const compiledTexts = defineRolldownBabelPreset({
  preset: { plugins: [compileMessages] },
  rolldown: { filter: texts.rolldown.filter },
});

export default defineConfig(({ command }) => ({
  plugins: [
    extraEntry('app/widgets/overlay/widget-entry.tsx'),
    reactRouter(),
    lingui(),
    // The last preset runs first: texts before the compiler, or it takes elements out of them and no catalogue knows them.
    babel({ presets: [compiler, compiledTexts, texts] }),
  ],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Of the icons' barrel only what is used is read: 340 modules instead of 7,452.
    rolldownOptions: { experimental: { lazyBarrel: true } },
  },
  ...(command === 'build' && {
    // The built server module holds all that it renders with: it starts without opening thousands of files, and React is
    // the fast one whatever NODE_ENV says.
    ssr: { noExternal: true },
    environments: {
      client: { build: { rolldownOptions: { output: { codeSplitting } } } },
      ssr: { define: { 'process.env.NODE_ENV': '"production"' } },
    },
  }),
}));

import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import { reactRouter } from '@react-router/dev/vite';
import babel, { defineRolldownBabelPreset } from '@rolldown/plugin-babel';
import { reactCompilerPreset } from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { extraEntry } from './base/pages/extra-entry.ts';
import { compileMessages } from './base/text/compile-messages.ts';
import { modulesOf } from './operation/install/chunk-files.ts';
import { codeSplitting } from './operation/install/chunks.ts';
import { unusedParts } from './operation/install/unused-parts.ts';

/**
 * What is only shown gains nothing from remembering its parts, and would weigh a tenth more on every first visit. A slot whose code comes late is no such thing: React
 * drops what the server has sent of it if it is drawn anew before.
 */
const compiler = reactCompilerPreset();
compiler.rolldown.filter = {
  ...compiler.rolldown.filter,
  id: {
    exclude: modulesOf([
      'app/root',
      'app/analytics/late-analytics',
      'app/donations/lists/donation-time',
      'app/identity/entry',
      'app/joint/joint-line',
      'app/identity/login-address',
      'app/orders/use-basket-count',
      'app/orders/add-to-basket',
      'app/payments/system-choice',
      'app/payments/use-payment-tabs',
      'app/identity/auth-card',
      'app/site/',
      'app/images/',
      'app/creators/list/',
      'app/widgets/goal-bar',
      'app/donations/amount-picker',
      'app/donations/donation-words',
      'app/donations/donation-form',
      'app/donations/recent-income',
      'app/donations/recent-donation',
      'app/donations/form-parts',
      'app/donations/give/',
      'app/donations/thanks/',
      'app/donations/last-donations',
      'app/donations/top-donors',
      'app/donations/lists/donation-card',
      'app/donations/lists/donor-mark',
      'app/creators/page/',
      'app/creators/creator-card',
      'app/creators/social-links',
      'app/creators/type-names',
      'app/merch/market/',
      'app/merch/product-page/',
      'app/merch/creator-merch',
      'app/merch/product-card',
      'app/merch/product-rows',
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

/** Short hashes: each name stands in the list of all routes, which every page loads. */
const scriptNames = { entryFileNames: 'assets/[name]-[hash:7].js', chunkFileNames: 'assets/[name]-[hash:7].js' };

export default defineConfig(({ command }) => ({
  plugins: [
    extraEntry('app/widgets/pages/widget-entry.tsx'),
    unusedParts(),
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
    rolldownOptions: {
      experimental: { lazyBarrel: true },
      // Failures that only the server throws stay out of the screens.
      treeshake: { manualPureFunctions: ['failure'] },
      // The same for both builds: pages name the files of the browser's.
      output: { assetFileNames: 'assets/[name]-[hash:6][extname]' },
    },
  },
  ...(command === 'build' && {
    // The built server module holds all that it renders with: it starts without opening thousands of files, and React is
    // the fast one whatever NODE_ENV says.
    ssr: { noExternal: true },
    environments: {
      client: { build: { rolldownOptions: { output: { codeSplitting, ...scriptNames } } } },
      ssr: {
        define: { 'process.env.NODE_ENV': '"production"' },
        // One file: a build that takes its place on the disk breaks no page of the running server.
        build: { rolldownOptions: { output: { codeSplitting: false } } },
      },
    },
  }),
}));

import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import { reactRouter } from '@react-router/dev/vite';
import babel from '@rolldown/plugin-babel';
import { reactCompilerPreset } from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { extraEntry } from './base/extra-entry.ts';
import { themeStyleSheet } from './base/ui/theme-style-sheet.ts';

const themeSheet = 'virtual:theme.css';

/** `import 'virtual:theme.css'`: the theme's variables as a style sheet. */
const themeStyles: Plugin = {
  name: 'theme-styles',
  resolveId: (id) => (id === themeSheet ? themeSheet : undefined),
  load: (id) => (id === themeSheet ? themeStyleSheet() : undefined),
};

/** What many pages share, in few chunks: each small one costs a request and compresses badly. Widgets do without `site`. */
const codeSplitting = {
  groups: [
    { name: 'react', test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store)\//, priority: 30 },
    {
      name: 'texts',
      test: /node_modules\/@lingui\/|app\/(i18n|message-compiler)\.ts$|vite\/preload-helper/,
      priority: 20,
    },
    {
      // What widgets and the site share: in a chunk of its own, or every widget would load the site for it.
      name: 'light',
      test: /app\/(ikat\/ikat|images\/(picture-address|image-choices))\.ts$|base\/(errors|call-client|money|live-client|event-reader)\.ts$/,
      priority: 15,
    },
    {
      name: 'site',
      test: /node_modules\/react-router\/|app\/(root\.tsx|document|ikat)|app\/(call\.ts|shell\/(header|footer|logo|main-|skip|travel|choice|search|menu|language|colour|hydrated|late))/,
      priority: 10,
    },
    {
      name: 'parts',
      test: /base\/ui\/(page-frame|link-button|empty-state|error-notice|share-button|field)|base\/form-rules|app\/images\/(picture|image-choices)|app\/creators\/(public-user|picture-url|creator-face|type-names|creator-types|social-links)|Icon(Check|Share2|RosetteDiscountCheckFilled|BrandTelegram)\./,
      priority: 5,
    },
    {
      name: 'giving',
      test: /app\/donations\/(donation-rules|donation-draft|donation-failures|amount-text|donation-form\.module)|app\/payments\/(use-payment-tabs|payment-tabs|kept-payment)/,
      priority: 5,
    },
  ],
};

/** What is only shown gains nothing from remembering its parts, and would weigh a tenth more on every first visit. */
const compiler = reactCompilerPreset();
compiler.rolldown.filter = {
  ...compiler.rolldown.filter,
  id: {
    exclude: /\/app\/(root|shell|document|ikat|images)\b|\/app\/(creators|merch)\/(?!admin-|ranking)|\/base\/ui\//,
  },
};

export default defineConfig(({ command }) => ({
  plugins: [
    themeStyles,
    extraEntry('app/widgets/widget-entry.tsx'),
    reactRouter(),
    lingui(),
    // The texts stay in the code: Russian pages need no catalogue.
    babel({ presets: [linguiTransformerBabelPreset({ descriptorFields: 'message' }), compiler] }),
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

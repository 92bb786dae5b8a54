import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import { reactRouter } from '@react-router/dev/vite';
import babel from '@rolldown/plugin-babel';
import { reactCompilerPreset } from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { themeStyleSheet } from './base/ui/theme-style-sheet.ts';

const themeSheet = 'virtual:theme.css';

/** `import 'virtual:theme.css'`: the theme's variables as a style sheet. */
const themeStyles: Plugin = {
  name: 'theme-styles',
  resolveId: (id) => (id === themeSheet ? themeSheet : undefined),
  load: (id) => (id === themeSheet ? themeStyleSheet() : undefined),
};

export default defineConfig(({ command }) => ({
  plugins: [
    themeStyles,
    reactRouter(),
    lingui(),
    // The texts stay in the code: Russian pages need no catalogue.
    babel({ presets: [linguiTransformerBabelPreset({ descriptorFields: 'message' }), reactCompilerPreset()] }),
  ],
  build: { target: 'es2022', assetsInlineLimit: 0, reportCompressedSize: false },
  // The built server module holds all that it renders with: it starts without opening thousands of files, and React is
  // the fast one whatever NODE_ENV says.
  ...(command === 'build' && {
    ssr: { noExternal: true },
    environments: { ssr: { define: { 'process.env.NODE_ENV': '"production"' } } },
  }),
}));

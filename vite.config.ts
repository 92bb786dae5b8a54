import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import { reactRouter } from '@react-router/dev/vite';
import babel from '@rolldown/plugin-babel';
import { reactCompilerPreset } from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig(({ command }) => ({
  plugins: [
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

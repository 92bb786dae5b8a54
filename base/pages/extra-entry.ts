import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** A script beside the site's own: its address and those of the chunks that it imports. */
export interface ExtraEntry {
  readonly src: string;
  readonly preloads: readonly string[];
}

/**
 * A Vite plugin that adds an entry to the browser's build and exports its addresses to the server's code as `virtual:extra-entry`. `file`
 * is relative to the package. In development the address is that of the source file.
 */
export function extraEntry(file: string): Plugin {
  const id = 'virtual:extra-entry';
  const record = 'extra-entry.json';
  let root = '';
  let outDir = '';
  let isBuild = false;
  return {
    name: 'extra-entry',
    sharedDuringBuild: true,
    configResolved(config) {
      root = config.root;
      isBuild = config.command === 'build';
      outDir = join(root, 'build/client');
    },
    buildStart() {
      if (isBuild && this.environment.name === 'client') {
        this.emitFile({ type: 'chunk', id: join(root, file), name: 'extra-entry' });
      }
    },
    generateBundle(_options, bundle) {
      if (this.environment.name !== 'client') return;
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || chunk.facadeModuleId !== join(root, file)) continue;
        const entry: ExtraEntry = { src: `/${chunk.fileName}`, preloads: chunk.imports.map((name) => `/${name}`) };
        this.emitFile({ type: 'asset', fileName: record, source: JSON.stringify(entry) });
      }
    },
    resolveId: (asked) => (asked === id ? id : undefined),
    load(asked) {
      if (asked !== id) return undefined;
      const inDevelopment: ExtraEntry = { src: `/${file}`, preloads: [] };
      // Only the server needs the addresses: it writes the document.
      const isServer = this.environment.name === 'ssr';
      const entry = isBuild
        ? isServer
          ? readFileSync(join(outDir, record), 'utf8')
          : 'null'
        : JSON.stringify(inDevelopment);
      return `export default ${entry};`;
    },
  };
}

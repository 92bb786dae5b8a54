import type { Server } from 'node:http';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { RenderPage } from './pages.server.ts';

/** What the entry module of the pages exports (app/entry.server.tsx), as far as the server needs it. */
interface PageBuild {
  readonly entry: {
    readonly module: {
      createPageHandler(build: PageBuild, mode: 'production' | 'development'): RenderPage;
    };
  };
}

function isPageBuild(value: unknown): value is PageBuild {
  if (typeof value !== 'object' || value === null || !('entry' in value)) return false;
  const { entry } = value;
  if (typeof entry !== 'object' || entry === null || !('module' in entry)) return false;
  const { module } = entry;
  return typeof module === 'object' && module !== null && 'createPageHandler' in module;
}

function handlerOf(build: unknown, mode: 'production' | 'development'): RenderPage {
  if (!isPageBuild(build)) throw new Error('The build has no pages: run `npm run build`');
  return build.entry.module.createPageHandler(build, mode);
}

/** Renders from the built server module, `build/server/index.js`. */
export async function createBuiltRenderer(serverFile: string): Promise<RenderPage> {
  const build: unknown = await import(pathToFileURL(serverFile).href);
  return handlerOf(build, 'production');
}

export interface DevelopmentRenderer {
  readonly render: RenderPage;
  /** Vite's own files and modules come before the pages. */
  attach(app: FastifyInstance): void;
  close(): Promise<void>;
}

/** Renders from the sources through Vite in this process; a change on disk is seen at once. */
export async function createDevelopmentRenderer(server: Server): Promise<DevelopmentRenderer> {
  const { createServer } = await import('vite');
  const vite = await createServer({ server: { middlewareMode: true, hmr: { server } }, appType: 'custom' });
  return {
    render: async (request, page) => {
      const build: unknown = await vite.ssrLoadModule('virtual:react-router/server-build');
      return handlerOf(build, 'development')(request, page);
    },
    attach(app) {
      app.addHook('onRequest', (request, reply, done) => {
        vite.middlewares(request.raw, reply.raw, () => done());
      });
    },
    close: () => vite.close(),
  };
}

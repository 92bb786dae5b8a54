import type { Server } from 'node:http';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { takeUpgrades } from '#base/http/upgrades.server.ts';
import type { RenderPage } from './render-page.server.ts';

/** The exports of the pages' entry module (app/entry.server.tsx) that the server needs. */
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

/** Creates a renderer from the built server module, `build/server/index.js`. */
export async function createBuiltRenderer(serverFile: string): Promise<RenderPage> {
  const build: unknown = await import(pathToFileURL(serverFile).href);
  return handlerOf(build, 'production');
}

export interface DevelopmentRenderer {
  readonly render: RenderPage;
  /** Serves Vite's files and modules before the pages. */
  attach(app: FastifyInstance): void;
  close(): Promise<void>;
}

/** Creates a renderer from the sources through Vite in this process; changes on disk apply at once. */
export async function createDevelopmentRenderer(server: Server): Promise<DevelopmentRenderer> {
  const { createServer } = await import('vite');
  takeUpgrades(server, ({ headers }) => headers['sec-websocket-protocol']?.startsWith('vite-') === true);
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

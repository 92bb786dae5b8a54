import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { freePort } from '#test/support/network/free-port.ts';
import { type Running, startApp } from './processes.ts';

const lists = {
  products: z.object({ data: z.object({ items: z.tuple([z.object({ id: z.string() })], z.unknown()) }) }),
  creators: z.object({ data: z.object({ items: z.tuple([z.object({ userName: z.string() })], z.unknown()) }) }),
};

async function read(url: string): Promise<unknown> {
  return (await fetch(url)).json();
}

async function pathsOf(app: string) {
  const products = lists.products.parse(await read(`${app}/api/Product/ProductList`));
  const creators = lists.creators.parse(await read(`${app}/api/User/List`));
  return {
    '/': '/',
    '/authors': '/authors',
    '/market': '/market',
    '/merch/:id': `/merch/${products.data.items[0].id}`,
    '/:userName': `/${creators.data.items[0].userName}`,
    '/auth': '/auth',
  } as const;
}

/** The product with the demo world and its pictures. */
export interface DemoProduct extends Running {
  /** Addresses of public pages by their routes: of the first creator and the first product. */
  readonly paths: Awaited<ReturnType<typeof pathsOf>>;
}

/** Starts the product with the demo world, as a newcomer sees it. */
export async function startDemoProduct(): Promise<DemoProduct> {
  const dataDir = await mkdtemp(join(tmpdir(), 'opora-bench-demo-'));
  const remove = () => rm(dataDir, { recursive: true, force: true });
  const env = { SANDBOX_PORT: String(await freePort()), DATABASE_URL: '', LOG_LEVEL: 'error' };
  const app = await startApp({ dataDir, env }).catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  const stop = async () => {
    await app.stop();
    await remove();
  };
  try {
    return { url: app.url, paths: await pathsOf(app.url), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

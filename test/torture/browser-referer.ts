import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { signIn } from '#test/sign-in.ts';
import { testSecrets } from '#test/start-app.ts';
import { type BrowserHouse, look, openBrowserHouse } from './browser-window.ts';
import { publish } from './owned-things.ts';
import { findSecrets, type Secret } from './secret-search.ts';
import { logOf } from './secrets-story.ts';

/** Another site: what it hears of whoever comes from ours. */
interface Outside {
  readonly url: string;
  readonly heard: readonly { readonly path: string; readonly headers: string }[];
  close(): Promise<void>;
}

async function openOutside(): Promise<Outside> {
  const heard: { path: string; headers: string }[] = [];
  const server = createServer((request, response) => {
    heard.push({ path: request.url ?? '', headers: JSON.stringify(request.headers) });
    response.writeHead(200, { 'content-type': 'text/html', 'access-control-allow-origin': '*' }).end('<p>outside');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    ...{ url: `http://127.0.0.1:${port}`, heard },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Loads things of another site in every way that a page has, and leaves for it by a link. */
async function goOutside(page: Page, { url, heard }: Outside, name: string): Promise<void> {
  const wanted = ['picture', 'script', 'style', 'frame', 'call', 'link'].map((way) => `/${name}/${way}`);
  await page.evaluate(
    async ([outside, at]) => {
      const add = (tag: string, attributes: Record<string, string>) => {
        const element = Object.assign(document.createElement(tag), attributes);
        document.body.append(element);
        return element;
      };
      add('img', { src: `${outside}/${at}/picture` });
      add('script', { src: `${outside}/${at}/script` });
      add('link', { rel: 'stylesheet', href: `${outside}/${at}/style` });
      add('iframe', { src: `${outside}/${at}/frame` });
      await fetch(`${outside}/${at}/call`, { mode: 'no-cors' }).catch(() => undefined);
      const link = add('a', { href: `${outside}/${at}/link` });
      // Not within this call: leaving takes away what its answer comes from.
      requestAnimationFrame(() => link.click());
    },
    [url, name] as const,
  );
  await page.waitForURL(`${url}/**`);
  for (const giveUpAt = Date.now() + 10_000; Date.now() < giveUpAt; await pause(50)) {
    if (wanted.every((path) => heard.some((one) => one.path === path))) return;
  }
  throw new Error(`the other site has not heard of ${wanted.join(', ')}: ${heard.map(({ path }) => path).join(', ')}`);
}

export interface RefererStory {
  readonly pages: number;
  /** Requests that the other site has got. */
  readonly heard: number;
  /** Secrets that it was told, or that stand in a Referer of a request to ourselves, or in the log. */
  readonly told: readonly string[];
  /** Referers that told more than the site's own address. */
  readonly talkative: readonly string[];
}

const settings = z.object({ data: z.object({ key: z.string() }) });

async function visit(house: BrowserHouse, outside: Outside, paths: readonly string[]): Promise<string[]> {
  const own: string[] = [];
  // Without the policy, which would let nothing out: what the browser then says is up to the referrer policy alone.
  const context = await house.newVisitor({ bypassCSP: true });
  for (const [at, path] of paths.entries()) {
    const page = await context.newPage();
    page.on('request', (request) => {
      const isOwn = request.url().startsWith(house.fleet.server.url);
      if (isOwn) own.push(request.headers().referer ?? '');
    });
    await look(page, path);
    await goOutside(page, outside, `page-${at}`);
    await page.close();
  }
  await context.close();
  return own;
}

/** Invariant 20: pages with a secret in their address, from which a real browser goes to another site. */
export async function runReferers(): Promise<RefererStory> {
  const house = await openBrowserHouse({ env: { LOG_LEVEL: 'trace' } });
  const outside = await openOutside();
  const { fleet } = house;
  try {
    const creator = await signIn(fleet.db, testSecrets.jwt, { userName: 'referer_creator' });
    await publish(fleet, creator);
    const { body } = await fleet.server.api('GET Widget/Settings', {}, { token: creator.token });
    const { key } = settings.parse(body).data;
    const word = 'neither-here-nor-there-77';
    const secrets: Secret[] = [
      { owner: 'creator', what: 'a widget key', value: key, isCode: false },
      { owner: 'a visitor', what: 'the rest of an address', value: word, isCode: false },
    ];
    const widgets = ['notification', 'statistics', 'sticker'].map((name) => `/widgets/${name}?key=${key}`);
    const others = ['/', '/authors', '/referer_creator', '/auth', '/admin', '/basket', '/404'];
    const paths = [...widgets, ...others.map((path) => `${path}?next=${word}`)];
    const own = await visit(house, outside, paths);
    const said = outside.heard.map(({ path, headers }) => `${path} ${headers}`).join('\n');
    const keys = secrets.slice(0, 1);
    // Its own pages ask for its own icon.
    const talkative = outside.heard.flatMap(({ path, headers }) => {
      if (path === '/favicon.ico') return [];
      const [, referer] = /"referer":"([^"]*)"/.exec(headers) ?? [];
      return referer === undefined || referer === `${fleet.server.url}/` ? [] : [referer];
    });
    return {
      ...{ pages: paths.length, heard: outside.heard.length, talkative },
      told: [...findSecrets(said, secrets), ...findSecrets(own.join('\n'), keys), ...findSecrets(logOf(fleet), keys)],
    };
  } finally {
    await outside.close();
    await house.close();
  }
}

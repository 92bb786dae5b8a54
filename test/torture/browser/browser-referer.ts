import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { signIn } from '#test/support/sign-in.ts';
import { testSecrets } from '#test/support/start-app.ts';
import { publish } from '#test/torture/access/owned-things.ts';
import { readWidgetKey } from '#test/torture/widgets/widget-key.ts';
import { type BrowserFixture, look, openBrowserFixture } from './browser-window.ts';
import { findSecrets, type Secret } from './secret-search.ts';
import { logOf } from './secrets-story.ts';

/** Another site, with the requests of visitors from our site. */
interface Outside {
  readonly url: string;
  readonly requests: readonly { readonly path: string; readonly headers: string }[];
  close(): Promise<void>;
}

async function openOutside(): Promise<Outside> {
  const requests: { path: string; headers: string }[] = [];
  const server = createServer((request, response) => {
    requests.push({ path: request.url ?? '', headers: JSON.stringify(request.headers) });
    response.writeHead(200, { 'content-type': 'text/html', 'access-control-allow-origin': '*' }).end('<p>outside');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Loads resources of another site in every way that a page can, and follows a link to it. */
async function goOutside(page: Page, { url, requests }: Outside, name: string): Promise<void> {
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
      // Not within this call, because navigation destroys the page that would answer it.
      requestAnimationFrame(() => link.click());
    },
    [url, name] as const,
  );
  await page.waitForURL(`${url}/**`);
  for (const giveUpAt = Date.now() + 10_000; Date.now() < giveUpAt; await pause(50)) {
    if (wanted.every((path) => requests.some((one) => one.path === path))) return;
  }
  throw new Error(
    `the other site has no request for ${wanted.join(', ')}: ${requests.map(({ path }) => path).join(', ')}`,
  );
}

export interface RefererStory {
  readonly pages: number;
  /** Requests at the other site. */
  readonly requests: number;
  /** Secrets in these requests, in a Referer of a request to our own site, or in the log. */
  readonly leaked: readonly string[];
  /** Referers with more than the origin. */
  readonly talkative: readonly string[];
}

async function visit(fixture: BrowserFixture, outside: Outside, paths: readonly string[]): Promise<string[]> {
  const own: string[] = [];
  // Without the content policy, which would block these requests, so that only the referrer policy decides.
  const context = await fixture.newVisitor({ bypassCSP: true });
  for (const [at, path] of paths.entries()) {
    const page = await context.newPage();
    page.on('request', (request) => {
      const isOwn = request.url().startsWith(fixture.fleet.server.url);
      if (isOwn) own.push(request.headers().referer ?? '');
    });
    await look(page, path);
    await goOutside(page, outside, `page-${at}`);
    await page.close();
  }
  await context.close();
  return own;
}

/** Invariant 20: a real browser goes to another site from pages with a secret in their address. */
export async function runReferers(): Promise<RefererStory> {
  const fixture = await openBrowserFixture({ env: { LOG_LEVEL: 'trace' } });
  const outside = await openOutside();
  const { fleet } = fixture;
  try {
    const creator = await signIn(fleet.db, testSecrets.jwt, { userName: 'referer_creator' });
    await publish(fleet, creator);
    const key = await readWidgetKey(fleet.server.api, creator);
    const word = 'neither-here-nor-there-77';
    const secrets: Secret[] = [
      { owner: 'creator', what: 'a widget key', value: key, isCode: false },
      { owner: 'a visitor', what: 'the rest of an address', value: word, isCode: false },
    ];
    const widgets = ['notification', 'statistics', 'sticker'].map((name) => `/widgets/${name}?key=${key}`);
    const others = ['/', '/authors', '/referer_creator', '/auth', '/admin', '/basket', '/404'];
    const paths = [...widgets, ...others.map((path) => `${path}?next=${word}`)];
    const own = await visit(fixture, outside, paths);
    const said = outside.requests.map(({ path, headers }) => `${path} ${headers}`).join('\n');
    const keys = secrets.slice(0, 1);
    // The other site's own pages request its icon.
    const talkative = outside.requests.flatMap(({ path, headers }) => {
      if (path === '/favicon.ico') return [];
      const [, referer] = /"referer":"([^"]*)"/.exec(headers) ?? [];
      return referer === undefined || referer === `${fleet.server.url}/` ? [] : [referer];
    });
    return {
      pages: paths.length,
      requests: outside.requests.length,
      talkative,
      leaked: [...findSecrets(said, secrets), ...findSecrets(own.join('\n'), keys), ...findSecrets(logOf(fleet), keys)],
    };
  } finally {
    await outside.close();
    await fixture.close();
  }
}

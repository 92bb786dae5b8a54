import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { publish } from '#test/load/access/owned-things.ts';
import { prove } from '#test/load/prove.ts';
import { readWidgetKey } from '#test/load/widgets/widget-key.ts';
import { signIn } from '#test/support/sign-in.ts';
import { testSecrets } from '#test/support/start-app.ts';
import { look, openBrowserFixture } from './browser-window.ts';
import { findSecrets, logOf, type Secret } from './secret-search.ts';

const ways = ['picture', 'script', 'style', 'frame', 'call', 'link'];

/** Another site, with the requests of visitors from our site. */
async function openOutside() {
  const requests: { path: string; headers: string; referer: string | undefined }[] = [];
  const server = createServer(({ url = '', headers }, response) => {
    requests.push({ path: url, headers: JSON.stringify(headers), referer: headers.referer });
    response.writeHead(200, { 'content-type': 'text/html', 'access-control-allow-origin': '*' }).end('<p>outside');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections());
  return { url: `http://127.0.0.1:${port}`, requests, close };
}

type Outside = Awaited<ReturnType<typeof openOutside>>;

/** Loads resources of another site in every way that a page can, and follows a link to it. */
async function goOutside(page: Page, { url, requests }: Outside, name: string): Promise<void> {
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
  const isAsked = (way: string) => requests.some(({ path }) => path === `/${name}/${way}`);
  for (const giveUpAt = Date.now() + 10_000; Date.now() < giveUpAt && !ways.every(isAsked); ) await pause(50);
}

test('20: no Referer of a real browser holds a secret', async () => {
  const fixture = await openBrowserFixture({ env: { LOG_LEVEL: 'trace' } });
  const outside = await openOutside();
  const { fleet } = fixture;
  const creator = await signIn(fleet.db, testSecrets.jwt, { userName: 'referer_creator' });
  await publish(fleet, creator);
  const key = await readWidgetKey(fleet.server.api, creator);
  const word = 'neither-here-nor-there-77';
  const ofKey: Secret = { owner: 'creator', what: 'a widget key', value: key, isCode: false };
  const ofAddress: Secret = { owner: 'a visitor', what: 'the rest of an address', value: word, isCode: false };
  const widgets = ['notification', 'statistics', 'sticker'].map((name) => `/widgets/${name}?key=${key}`);
  const others = ['/', '/authors', '/referer_creator', '/auth', '/admin', '/basket', '/404'];
  const paths = [...widgets, ...others.map((path) => `${path}?next=${word}`)];
  const own: string[] = [];
  // Without the content policy, which would block these requests, so that only the referrer policy decides.
  const context = await fixture.newVisitor({ bypassCSP: true });
  for (const [at, path] of paths.entries()) {
    const page = await context.newPage();
    page.on('request', (request) => {
      if (request.url().startsWith(fleet.server.url)) own.push(request.headers().referer ?? '');
    });
    await look(page, path);
    await goOutside(page, outside, `page-${at}`);
    await page.close();
  }
  await outside.close();
  await fixture.close();
  const asked = outside.requests.filter(({ path }) => path.startsWith('/page-'));
  const said = asked.map(({ path, headers }) => `${path} ${headers}`).join('\n');
  prove(20, {
    promise: `${paths.length} pages with a secret in their address, from which Chromium goes to another site in ${ways.length} ways each: it learns nothing of it`,
    none: {
      'secrets at the other site': findSecrets(said, [ofKey, ofAddress]),
      'in Referers of our own': findSecrets(own.join('\n'), [ofKey]),
      'in the log': findSecrets(logOf(fleet), [ofKey]),
      'Referers that say more than the origin': asked.flatMap(({ referer }) =>
        referer === undefined || referer === `${fleet.server.url}/` ? [] : [referer],
      ),
    },
    met: { 'requests at the other site': [asked.length, paths.length * ways.length] },
  });
});

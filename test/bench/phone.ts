import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, chromium, type Request } from 'playwright-core';
import { startDemoProduct } from '#test/bench/support/demo-product.ts';
import { browserLaunch, unpackBrowser } from '#test/e2e/support/browser.ts';
import type { Figure } from './table.ts';

/** Kilobytes that a first visit may take on a phone. */
const most = { '/': 230, '/authors': 230, '/market': 220, '/merch/:id': 220, '/:userName': 200 } as const;

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 } as const;

/** So long nothing was asked for or arrived. */
const silentMilliseconds = 1_000;

interface Taken {
  readonly bytes: number;
  readonly byType: ReadonlyMap<string, number>;
}

/** All bytes on the wire of a first visit, until the network is silent. */
async function visit(browser: Browser, url: string): Promise<Taken> {
  const context = await browser.newContext({ ...phone, locale: 'ru-RU' });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    const types = new Map<string, string>();
    const byType = new Map<string, number>();
    const add = (type: string, bytes: number) => byType.set(type, (byType.get(type) ?? 0) + bytes);
    const failed: string[] = [];
    devtools.on('Network.responseReceived', ({ requestId, type, response }) => {
      types.set(requestId, type);
      if (response.status >= 400) failed.push(`${response.url} answers ${response.status}`);
    });
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const type = (types.get(requestId) ?? 'Other').toLowerCase();
      add(type, encodedDataLength);
    });
    // The page's session does not see what the worker of the offline page takes.
    const ofWorker: Promise<void>[] = [];
    const addOfWorker = async (request: Request) => {
      const { responseBodySize, responseHeadersSize } = await request.sizes();
      add('offline page', Math.max(0, responseBodySize + responseHeadersSize));
    };
    context.on('requestfinished', (request) => {
      if (request.serviceWorker() !== null) ofWorker.push(addOfWorker(request));
    });
    let lastAt = performance.now();
    const note = () => {
      lastAt = performance.now();
    };
    devtools.on('Network.requestWillBeSent', note);
    devtools.on('Network.dataReceived', note);
    await page.goto(url);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    while (performance.now() - lastAt < silentMilliseconds) await pause(50);
    await Promise.all(ofWorker);
    if (failed.length > 0) throw new Error(`${url}: ${failed.join('; ')}`);
    return { bytes: [...byType.values()].reduce((sum, bytes) => sum + bytes, 0), byType };
  } finally {
    await context.close();
  }
}

const kilobytes = (bytes: number) => bytes / 1024;

/** All that a browser takes on a phone for a first visit, with pictures and fonts. */
export async function measurePhone(): Promise<Figure[]> {
  await unpackBrowser();
  const product = await startDemoProduct();
  try {
    const browser = await chromium.launch(browserLaunch());
    try {
      const figures: Figure[] = [];
      for (const [route, value] of Object.entries(most)) {
        const url = `${product.url}${Object.entries(product.paths).find(([of]) => of === route)?.[1]}`;
        // The first visit makes the pictures, so that no visitor waits for them and the network is silent only at the end.
        await visit(browser, url);
        const { bytes, byType } = await visit(browser, url);
        const parts = [...byType].toSorted(([, a], [, b]) => b - a);
        figures.push({
          what: `all bytes of ${route} on a phone`,
          value: kilobytes(bytes),
          unit: 'KiB',
          note: parts.map(([type, size]) => `${type} ${kilobytes(size).toFixed(1)}`).join(', '),
          goal: { is: 'at most', value, margin: 0 },
        });
      }
      return figures;
    } finally {
      await browser.close();
    }
  } finally {
    await product.stop();
  }
}

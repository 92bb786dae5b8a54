import type { Page } from 'playwright-core';

/** Reads everything that scripts of the site, or the next user of this computer, can read. */
export async function readStorage(page: Page): Promise<string> {
  const inPage = await page.evaluate(async () => {
    const asked = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const parts: unknown[] = [{ ...localStorage }, { ...sessionStorage }, document.cookie, history.state, window.name];
    for (const { name } of await indexedDB.databases()) {
      const database = await asked(indexedDB.open(name ?? ''));
      for (const store of database.objectStoreNames) {
        parts.push(name, store, await asked(database.transaction(store).objectStore(store).getAll()));
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const type = (await cache.match(request))?.headers.get('content-type') ?? '';
        parts.push(name, request.url, /json|html/.test(type) ? await (await cache.match(request))?.text() : type);
      }
    }
    return JSON.stringify(parts);
  });
  return `${page.url()}\n${inPage}\n${JSON.stringify(await page.context().cookies())}`;
}

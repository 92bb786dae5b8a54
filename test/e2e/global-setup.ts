import { unpackBrowser } from '#test/e2e/support/browser.ts';
import { startProduct } from '#test/e2e/support/started.ts';

/**
 * Starts the product for all tests, which find its addresses in `E2E_URL`, `E2E_SANDBOX_URL` and `E2E_DATABASE_URL`. Where the first two are set already, the server
 * there is tested as it is; it needs `LIMITS=off` and a short `SANDBOX_TIMEOUT_MS`.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  await unpackBrowser();
  if (process.env.E2E_URL && process.env.E2E_SANDBOX_URL) return async () => {};
  const product = await startProduct('app', { SANDBOX_TIMEOUT_MS: '3000' });
  process.env.E2E_URL = product.url;
  process.env.E2E_SANDBOX_URL = product.sandboxUrl;
  process.env.E2E_DATABASE_URL = product.databaseUrl;
  return product.close;
}

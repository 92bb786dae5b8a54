import { defineConfig } from '@playwright/test';
import { browserLaunch } from '#test/e2e/support/browser.ts';
import type { Options } from '#test/e2e/support/fixtures.ts';

const desktop = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };

export default defineConfig<Options>({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: '../../test-results',
  globalSetup: './global-setup.ts',
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // Limits that only a fault meets, also on a machine five times slower than ours.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    // Set by global-setup.ts before the workers, which read this file again, are started.
    baseURL: process.env.E2E_URL,
    sandboxUrl: process.env.E2E_SANDBOX_URL ?? '',
    browserName: 'chromium',
    headless: true,
    launchOptions: browserLaunch(),
    locale: 'ru-RU',
    timezoneId: 'Asia/Tashkent',
    // Each window would install the offline page, a seventh of a visit's processor time: stories about whole visits do.
    serviceWorkers: 'block',
    // Without pictures, a fifth of the stage's processor time, and copies of the document. What fails runs again with both.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
  },
  projects: [
    // `npm test`: the stories of the product, ten of them on a phone, too.
    { name: 'desktop', grep: /@verdict/, use: desktop },
    { name: 'phone', grep: /@phone/, use: phone },
    // `npm run test:slow`: all other stories, and on a phone all that differ there.
    { name: 'slow-desktop', grepInvert: /@verdict/, use: desktop },
    {
      name: 'slow-phone',
      grepInvert: /@desktop|@phone/,
      // What they show is the same in every layout, or a stream's.
      testIgnore: ['**/guards.e2e.ts', '**/giving-trouble.e2e.ts', '**/widgets.e2e.ts'],
      use: phone,
    },
  ],
});

import { defineConfig } from '@playwright/test';
import { browserLaunch } from '#test/e2e/support/browser.ts';
import type { Options } from '#test/e2e/support/fixtures.ts';

export default defineConfig<Options>({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: '../../test-results',
  globalSetup: './global-setup.ts',
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // Ends only what hangs: each wait has a limit of its own, and a long story on a slow machine takes minutes.
  timeout: 240_000,
  expect: { timeout: 10_000 },
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
    // Without pictures: drawing them for every test took a fifth of the stage's processor time.
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      grepInvert: /@desktop/,
      // What they show is the same in every layout, or a stream's.
      testIgnore: ['**/guards.e2e.ts', '**/giving-trouble.e2e.ts', '**/widgets.e2e.ts'],
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
    },
  ],
});

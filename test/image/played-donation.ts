import { chromium } from 'playwright-core';
import type { Database } from '#base/db/db.server.ts';
import { browserLaunch, unpackBrowser } from '#test/e2e/support/browser.ts';
import { alertOn, openWidget } from '#test/e2e/support/widget-page.ts';
import { giveUntilAcknowledged, payByCard, testCards } from '#test/load/money/donors.ts';
import { shortenAlerts } from '#test/load/widgets/widget-key.ts';
import { signIn } from '#test/support/sign-in.ts';
import { apiOf, dataOf } from '#test/support/start-app.ts';

export interface PlayedDonation {
  /** It opens the creator's widgets. */
  readonly key: string;
  /** What the alert on the creator's stream said. */
  readonly alert: string;
  /** From the paid card to the alert on the screen, in seconds. */
  readonly seconds: number;
  /** The result that the donor sees in the end. */
  readonly state: unknown;
  /** Names of what the widget's page could not load or refused. */
  readonly failures: readonly string[];
}

/** Gives one donation to a new creator, pays it by card and waits until his widget has shown it in a browser. */
export async function playDonation(url: string, db: Database, jwtSecret: string): Promise<PlayedDonation> {
  const api = apiOf(url);
  const { projectId, token } = await signIn(db, jwtSecret);
  const key = await shortenAlerts(api, { token });
  await unpackBrowser();
  const browser = await chromium.launch(browserLaunch());
  try {
    const page = await browser.newPage({ baseURL: url, viewport: { width: 1920, height: 1080 } });
    const failures: string[] = [];
    page.on('pageerror', ({ message }) => failures.push(message));
    page.on('requestfailed', (request) => failures.push(request.url()));
    await openWidget(page, key);
    const donation = { projectId, amount: 50_000, name: 'Донор из образа', message: 'Прямо из контейнера' };
    const { payId, paymentUrl } = await giveUntilAcknowledged(api, donation, `image-${projectId}`);
    const begun = performance.now();
    await payByCard(paymentUrl, testCards.noCode);
    await alertOn(page).getByText(donation.message).waitFor();
    const seconds = (performance.now() - begun) / 1_000;
    const alert = ((await alertOn(page).textContent()) ?? '').replace(/\s+/g, ' ');
    const shown = page.waitForResponse(
      (response) => response.url().endsWith('/Report') && response.request().postData()?.includes('shown') === true,
    );
    await shown;
    const { state } = dataOf(await api('GET ProjectPay/Delivery', { query: { payId } }));
    return { key, alert, seconds, state, failures };
  } finally {
    await browser.close();
  }
}

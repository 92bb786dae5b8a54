import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { test } from 'vitest';
import { giveUntilAcknowledged, payByCard, testCards } from '#test/load/money/donors.ts';
import { prove } from '#test/load/prove.ts';
import { type BrowserFixture, enterAs, look, openBrowserFixture } from './browser-window.ts';
import { type HostileWorld, hostileTexts, makeHostileWorld } from './hostile-world.ts';

interface HostileScreen {
  readonly who: string;
  readonly path: string;
  readonly faults: readonly string[];
  /** How often a hostile text is visible on the screen. */
  readonly shown: number;
}

/** Records every execution of a hostile text, and dialogs. */
async function listen(context: BrowserContext, ran: string[]): Promise<void> {
  await context.exposeFunction('uns4fe', () => void ran.push('a script has run'));
  context.on('dialog', (dialog) => {
    ran.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
}

/** Finds parts of the current page that would run on interaction, and counts the visible hostile texts. */
function inspect(page: Page) {
  return page.evaluate(() => {
    const live: string[] = [];
    const page = document.body.cloneNode(true);
    if (page instanceof Element) for (const script of page.querySelectorAll('script, style, template')) script.remove();
    let shown = (page.textContent?.match(/uns4fe/g) ?? []).length;
    for (const element of document.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        const isHandler = name.startsWith('on') && value.includes('uns4fe');
        const isAddress = /^(?:href|src|action|formaction|xlink:href|srcdoc)$/.test(name);
        const isLive =
          isAddress && (/^\s*(?:javascript|data:text)/i.test(value) || (name === 'srcdoc' && value !== ''));
        if (isHandler || isLive) live.push(`<${element.tagName} ${name}="${value.slice(0, 60)}">`);
      }
      if (element.tagName === 'SCRIPT' && /^\s*uns4fe/.test(element.textContent)) live.push('a script of a text');
      const isTyped = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
      if (isTyped) shown += (element.value.match(/uns4fe/g) ?? []).length;
    }
    return { live, shown };
  });
}

/** Finds weaknesses of a page's script policy; empty if it is strict. */
function findLoosePolicy(policy: string | null): string[] {
  const directives = new Map(
    (policy ?? '').split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return [name, sources] as const;
    }),
  );
  const faults: string[] = [];
  const scripts = directives.get('script-src');
  if (scripts === undefined) faults.push('no script-src');
  for (const loose of ["'unsafe-inline'", "'unsafe-eval'", '*', 'http:', 'https:', 'data:', 'blob:']) {
    if (scripts?.includes(loose)) faults.push(`script-src ${loose}`);
  }
  if (directives.get('object-src')?.[0] !== "'none'") faults.push('object-src');
  if (directives.get('base-uri')?.[0] !== "'none'") faults.push('base-uri');
  return faults;
}

/** Scripts of a page without its nonce. They would not run, so none should be there. */
function findScriptsWithoutNonce(page: string, policy: string | null): string[] {
  const nonce = /'nonce-([^']+)'/.exec(policy ?? '')?.[1];
  const inline = page.match(/<script\b(?![^>]*\ssrc=)[^>]*>/gi) ?? [];
  return inline.filter((tag) => nonce === undefined || !tag.includes(`nonce="${nonce}"`));
}

class Watch {
  readonly screens: HostileScreen[] = [];
  readonly #fixture: BrowserFixture;

  constructor(fixture: BrowserFixture) {
    this.#fixture = fixture;
  }

  /** Opens all paths as one visitor, without the content policy, so that an unescaped text does run. */
  async look(
    who: string,
    paths: readonly string[],
    world: HostileWorld,
    tokens?: HostileWorld['creator'],
  ): Promise<void> {
    const ran: string[] = [];
    const context = await this.#fixture.newVisitor({ bypassCSP: true });
    try {
      await listen(context, ran);
      if (tokens) await enterAs(context, this.#fixture.fleet, tokens);
      for (const path of paths) this.screens.push(await this.#see(context, { who, path, world }, ran));
    } finally {
      await context.close();
    }
  }

  async #see(context: BrowserContext, asked: { who: string; path: string; world: HostileWorld }, ran: string[]) {
    const { who, path, world } = asked;
    ran.length = 0;
    const page = await context.newPage();
    try {
      const response = await look(page, path);
      const policy = response?.headers()['content-security-policy'] ?? null;
      const text = (await response?.text()) ?? '';
      const isLed = new URL(page.url()).pathname !== new URL(path, page.url()).pathname;
      if (path.startsWith('/widgets/notification')) await this.#giveMeanwhile(page, world);
      const { live, shown } = await inspect(page);
      const faults = [...ran, ...live, ...findLoosePolicy(policy), ...findScriptsWithoutNonce(text, policy)];
      if ((response?.status() ?? 0) >= 500) faults.push(`${response?.status()}`);
      if (isLed) faults.push(`led to ${page.url()}`);
      return { who, path, faults, shown };
    } finally {
      await page.close();
    }
  }

  /** Sends an alert while the page is open, because alerts are shown when they arrive. */
  async #giveMeanwhile(page: Page, { creator }: HostileWorld): Promise<void> {
    const [name = '', , message = ''] = hostileTexts;
    const donation = { projectId: creator.projectId, amount: 90_000, name, message };
    const made = await giveUntilAcknowledged(this.#fixture.fleet.server.api, donation, crypto.randomUUID());
    await payByCard(made.paymentUrl, testCards.noCode);
    await page.getByTestId('alert').waitFor({ timeout: 60_000 });
  }

  /** The control: a page with an unescaped text, which must be noticed. */
  async isAwake(): Promise<boolean> {
    const ran: string[] = [];
    const context = await this.#fixture.newVisitor({ bypassCSP: true });
    try {
      await listen(context, ran);
      const page = await context.newPage();
      await look(page, '/authors');
      const texts = [hostileTexts[2], hostileTexts[7]].map((text) => `<p title="${text}">x</p>`).join('');
      await page.evaluate((html) => document.body.insertAdjacentHTML('beforeend', html), texts);
      for (let tries = 0; ran.length === 0 && tries < 100; tries += 1) await pause(50);
      return ran.length > 0 && (await inspect(page)).live.length > 0;
    } finally {
      await context.close();
    }
  }
}

const everyone = (world: HostileWorld) => [
  '/',
  '/authors',
  '/market',
  '/basket',
  `/${world.userName}`,
  `/merch/${world.productId}`,
  `/thanks/${world.payId}`,
  `/authors?search=${encodeURIComponent(hostileTexts[0])}`,
  `/market?search=${encodeURIComponent(hostileTexts[2])}`,
  `/${encodeURIComponent(hostileTexts[2])}`,
  `/merch/${encodeURIComponent(hostileTexts[2])}`,
  ...['notification', 'statistics', 'sticker'].map((name) => `/widgets/${name}?key=${world.key}`),
];

const cabinet = [
  '/profile',
  '/profile/edit',
  '/profile/alerts',
  '/profile/queue',
  '/profile/widgets',
  '/profile/security',
  '/profile/statistics',
  '/profile/donations',
  '/profile/balance',
  '/profile/tools',
  '/profile/dock',
  '/orders',
];

const staff = ({ creator, blocked, buyer, productId, orderId, pointId }: HostileWorld) => [
  '/admin/blogers',
  '/admin/blogers?state=Confirmed',
  '/admin/blogers?state=Reject',
  '/admin/dashboard',
  '/admin/audit',
  '/admin/payments',
  '/admin/payments?state=paid',
  '/admin/payments?state=problem',
  '/admin/donate-settings',
  '/admin/products',
  '/admin/product',
  `/admin/product/${productId}`,
  '/admin/categories',
  '/admin/filters',
  ...[creator, blocked, buyer].map(({ userId }) => `/admin/user/${userId}`),
  '/admin/orders',
  `/admin/order/${orderId}`,
  '/admin/locations',
  `/admin/locations/point/${pointId}`,
  '/admin/payouts',
  '/admin/payouts?state=Declined',
];

test('25: hostile texts on every screen', async () => {
  const fixture = await openBrowserFixture();
  try {
    const world = await makeHostileWorld(fixture.fleet);
    const watch = new Watch(fixture);
    await watch.look('guest', everyone(world), world);
    await watch.look('creator', cabinet, world, world.creator);
    await watch.look('buyer', ['/orders', `/order/${world.orderId}`, `/profile/${world.userName}`], world, world.buyer);
    await watch.look('admin', staff(world), world, world.admin);
    const { screens } = watch;
    prove(25, {
      promise: `${screens.length} screens in Chromium, the policy switched off, hostile texts in every field: no script runs; every policy strict`,
      none: { 'screens at fault': screens.filter(({ faults }) => faults.length > 0) },
      met: {
        'screens with hostile texts': [screens.filter(({ shown }) => shown > 0).length, 26],
        'a text put in unescaped is noticed': Number(await watch.isAwake()),
      },
    });
  } finally {
    await fixture.close();
  }
});

import type { Frame, Page } from '@playwright/test';

/** What the page has asked Telegram for. */
export interface Wish {
  readonly type: string;
  readonly data: unknown;
}

interface LaunchChoice {
  readonly initData: string;
  readonly start: string;
  readonly isDark?: boolean;
}

const grounds = { light: '#ffffff', dark: '#17212b' } as const;

/** The colours of Telegram, as it names them. */
export const coloursOf = (scheme: keyof typeof grounds) => ({ bg_color: grounds[scheme], text_color: '#888888' });

/** The address that Telegram opens, with what it adds to that of the Mini App. */
export function launchAddress({ initData, start, isDark = false }: LaunchChoice): string {
  const added = new URLSearchParams({
    tgWebAppData: initData,
    tgWebAppVersion: '9.1',
    tgWebAppPlatform: 'android',
    tgWebAppThemeParams: JSON.stringify(coloursOf(isDark ? 'dark' : 'light')),
  });
  return `/telegram?tgWebAppStartParam=${start}#${added}`;
}

/** Makes a window one of an app of Telegram: it has the object that only apps put there. */
export async function beTelegramApp(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (window !== window.top) return;
    const wishes: Wish[] = [];
    const postEvent = (type: string, data: string) => void wishes.push({ type, data: JSON.parse(data) });
    Object.assign(window, { TelegramWebviewProxy: { postEvent }, wishes });
  });
}

/** What has been asked for in this document so far. In Telegram Web the page that frames it has noted it. */
export const wishesIn = (page: Page | Frame): Promise<readonly Wish[]> =>
  page.evaluate(() => Object.assign({ wishes: [] }, window).wishes);

/** The last thing of a kind that was asked for. */
export async function lastWish(page: Page | Frame, type: string): Promise<unknown> {
  return (await wishesIn(page)).findLast((wish) => wish.type === type)?.data;
}

/** Telegram says something to the page of its app. */
export async function sayInApp(page: Page, type: string, data: unknown): Promise<void> {
  await page.evaluate(
    (said) => {
      const { Telegram } = Object.assign({ Telegram: { WebView: { receiveEvent: (..._: unknown[]) => {} } } }, window);
      Telegram.WebView.receiveEvent(said.type, said.data);
    },
    { type, data },
  );
}

/** Telegram Web: a page at its own address that frames the Mini App and speaks with it. */
export async function openTelegramWeb(page: Page, address: string): Promise<void> {
  const html = `<!doctype html><html lang="ru"><title>Telegram Web</title><iframe title="Mini App" width="380" height="800"></iframe>
<script>
window.wishes = [];
const frame = document.querySelector('iframe');
addEventListener('message', ({ source, data }) => {
  if (source !== frame.contentWindow) return;
  const { eventType, eventData } = JSON.parse(data);
  wishes.push({ type: eventType, data: eventData });
});
window.say = (eventType, eventData) => frame.contentWindow.postMessage(JSON.stringify({ eventType, eventData }), '*');
frame.src = ${JSON.stringify(address)};
</script></html>`;
  await page.route('https://web.telegram.org/**', (route) => route.fulfill({ contentType: 'text/html', body: html }));
  // Browsers keep sites of the internet from framing what is on this machine.
  await page.context().grantPermissions(['local-network-access'], { origin: 'https://web.telegram.org' });
  await page.goto('https://web.telegram.org/k/');
}

/** Telegram Web says something to the page that it frames. */
export async function sayInWeb(page: Page, type: string, data: unknown): Promise<void> {
  await page.evaluate(
    (said) => {
      const { say } = Object.assign({ say: (..._: unknown[]) => {} }, window);
      say(said.type, said.data);
    },
    { type, data },
  );
}

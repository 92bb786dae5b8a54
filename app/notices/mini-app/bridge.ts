import { browserStorage } from '#base/text/browser-storage.ts';
import { outside } from '#base/ui/page/open-outside.ts';
import { lendColourScheme } from '#base/ui/theme/lent-scheme.ts';
import { telegramWindowKey } from '../telegram-window-key.ts';
import { enterTelegram, pageOfStart } from './enter-telegram.ts';
import { readLaunch } from './launch.ts';
import { isInApp, isInFrame, onTelegram, wish } from './telegram-port.ts';
import { schemeOf } from './theme.ts';

/** How many pages of this document the visitor has gone in; the router writes it into each entry of the history. */
function depth(): number {
  const { state }: { state: unknown } = window.history;
  const idx = typeof state === 'object' && state !== null && 'idx' in state ? state.idx : 0;
  return typeof idx === 'number' ? idx : 0;
}

/** Shows the back button of Telegram wherever there is a way back, and nowhere else. */
function offerBack(): () => void {
  let isShown: boolean | null = null;
  return () => {
    const isVisible = depth() > 0;
    if (isVisible === isShown) return;
    isShown = isVisible;
    wish('web_app_setup_back_button', { is_visible: isVisible });
  };
}

/** Calls a function after each step in the history, which has no event for the steps of scripts. */
function followHistory(changed: () => void): void {
  const { history } = window;
  const push = history.pushState.bind(history);
  const replace = history.replaceState.bind(history);
  history.pushState = (...step) => {
    push(...step);
    changed();
  };
  history.replaceState = (...step) => {
    replace(...step);
    changed();
  };
  window.addEventListener('popstate', changed);
}

/** Opens an address of another site: in Telegram what is its own, everything else in the browser of the machine. */
function leave(url: URL): boolean {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return false;
  if (url.hostname === 't.me') wish('web_app_open_tg_link', { path_full: `${url.pathname}${url.search}` });
  else wish('web_app_open_link', { url: url.href });
  return true;
}

function followLinks(): void {
  document.addEventListener('click', (event) => {
    // A script of the page has dealt with it.
    if (event.defaultPrevented) return;
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    if (!(link instanceof HTMLAnchorElement) || link.hasAttribute('download')) return;
    if (!URL.canParse(link.href)) return;
    const url = new URL(link.href);
    const isOutside = url.origin !== window.location.origin;
    if (isOutside && leave(url)) event.preventDefault();
  });
  outside.open = (address) => leave(new URL(address, window.location.href));
}

let isJoined = false;

/** Joins the window of Telegram that shows this page: its colours, its back button, and its way to other sites. */
export function joinTelegram(): void {
  if (isJoined || !(isInApp() || isInFrame())) return;
  isJoined = true;
  browserStorage.session.setItem(telegramWindowKey, '1');
  const back = offerBack();
  onTelegram((type, data) => {
    if (type === 'back_button_pressed' && depth() > 0) window.history.back();
    if (type !== 'theme_changed' || typeof data !== 'object' || data === null || !('theme_params' in data)) return;
    const changed = schemeOf(data.theme_params);
    if (changed !== null) lendColourScheme(changed);
  });
  followHistory(back);
  followLinks();
  if (!isInApp()) wish('iframe_ready', { reload_supported: false });
  wish('web_app_ready', null);
  wish('web_app_expand', null);
  wish('web_app_request_theme', null);
  back();
}

let isLaunched = false;

/** Milliseconds for which the page waits to know who has opened it: then the visitor goes on, and is logged in when the answer comes. */
const longestEntry = 10_000;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Joins Telegram, which has opened the launch page, and enters. Returns the page to go on to; null: something else has opened it. `isFirst`:
 * the window was opened there. A link of the site that leads there logs nobody in, as whoever has made it could choose the account.
 */
export async function openLaunch(address: Pick<Location, 'hash' | 'search'>, isFirst: boolean): Promise<string | null> {
  const launch = readLaunch(address);
  if (launch === null) return null;
  const isGuest = launch.isGuest || !isFirst || isLaunched;
  isLaunched = true;
  if (launch.scheme !== null) lendColourScheme(launch.scheme);
  joinTelegram();
  const entering = Promise.race([enterTelegram({ ...launch, isGuest }), pause(longestEntry)]);
  const [path] = await Promise.all([pageOfStart(launch.start), entering]);
  return path;
}

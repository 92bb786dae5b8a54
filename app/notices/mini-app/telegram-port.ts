import { telegramWeb } from '../mini-app-address.ts';

/** What Telegram is asked for, as its apps understand it (https://core.telegram.org/api/web-events). */
interface Wishes {
  readonly iframe_ready: { readonly reload_supported: boolean };
  readonly web_app_ready: null;
  readonly web_app_expand: null;
  readonly web_app_request_theme: null;
  readonly web_app_setup_back_button: { readonly is_visible: boolean };
  readonly web_app_open_link: { readonly url: string };
  readonly web_app_open_tg_link: { readonly path_full: string };
}

interface NativePort {
  postEvent(type: string, data: string): void;
}

declare global {
  interface Window {
    /** In the apps for phones and desktops. */
    TelegramWebviewProxy?: NativePort;
    /** What the apps call. */
    Telegram?: { WebView: { receiveEvent: (type: string, data: unknown) => void } };
    TelegramGameProxy?: { receiveEvent: (type: string, data: unknown) => void };
    TelegramGameProxy_receiveEvent?: (type: string, data: unknown) => void;
  }
}

/** Whether an app of Telegram shows this page as its whole window: only it can put this object there, and does so in frames, too. */
export const isInApp = () => window.parent === window && typeof window.TelegramWebviewProxy?.postEvent === 'function';

/** Whether another site frames the page, as Telegram Web does: the policy of the page lets nobody else. The site frames pages of its own. */
export const isInFrame = () => window.parent !== window && window.frameElement === null;

/** Sends a wish; an app that does not know it ignores it. */
export function wish<Name extends keyof Wishes>(name: Name, data: Wishes[Name]): void {
  const sent = data ?? '';
  if (isInApp()) window.TelegramWebviewProxy?.postEvent(name, JSON.stringify(sent));
  else window.parent.postMessage(JSON.stringify({ eventType: name, eventData: sent }), telegramWeb);
}

function parsed(data: unknown): unknown {
  try {
    return typeof data === 'string' ? JSON.parse(data) : data;
  } catch {
    return null;
  }
}

/** Listens to what Telegram says, each app in its own way. */
export function onTelegram(received: (type: string, data: unknown) => void): void {
  const receiveEvent = (type: string, data: unknown) => received(type, parsed(data));
  if (isInApp()) {
    window.Telegram = { WebView: { receiveEvent } };
    window.TelegramGameProxy = { receiveEvent };
    window.TelegramGameProxy_receiveEvent = receiveEvent;
    return;
  }
  window.addEventListener('message', ({ source, origin, data }) => {
    if (source !== window.parent || origin !== telegramWeb) return;
    const message = parsed(data);
    if (typeof message !== 'object' || message === null || !('eventType' in message)) return;
    if (typeof message.eventType === 'string') {
      received(message.eventType, 'eventData' in message ? parsed(message.eventData) : null);
    }
  });
}

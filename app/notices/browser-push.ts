import { call } from '#app/call.ts';
import type { Locale } from '#base/text/locales.ts';

/** What this browser can do: nothing, only after its settings were changed, or get notices, which it does or does not. */
export type PushState =
  | { readonly kind: 'unsupported' | 'blocked' | 'off' }
  /** `browser`: how the server names it (SHA-256 of its endpoint). */
  | { readonly kind: 'on'; readonly browser: string };

// Under Vite there is no service worker.
const isSupported = () =>
  import.meta.env.PROD && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

async function ownSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

async function fingerprint(endpoint: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export async function readPushState(): Promise<PushState> {
  if (!isSupported()) return { kind: 'unsupported' };
  if (Notification.permission === 'denied') return { kind: 'blocked' };
  const subscription = await ownSubscription();
  return subscription === null ? { kind: 'off' } : { kind: 'on', browser: await fingerprint(subscription.endpoint) };
}

function textOf(key: ArrayBuffer | null): string {
  const bytes = String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer(0)));
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

async function subscribe(pushKey: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register('/sw.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  if (known !== null && textOf(known.options.applicationServerKey) === pushKey) return known;
  // The site has got another key since.
  await known?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey });
}

/** Asks for the permission and adds this browser to the receivers; call it from a tap. False: the browser, or its owner, does not want to. */
export async function turnOnPush(language: Locale): Promise<boolean> {
  // First of all, as browsers ask only right after a tap.
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const { pushKey } = await call('GET Notice/Settings', {});
  const subscription = await subscribe(pushKey).catch(() => null);
  if (subscription === null) return false;
  const { endpoint } = subscription;
  const p256dh = textOf(subscription.getKey('p256dh'));
  const auth = textOf(subscription.getKey('auth'));
  await call('POST Notice/Browser', { body: { endpoint, p256dh, auth, language } });
  return true;
}

/** Ends the subscription of this browser. */
export async function turnOffPush(): Promise<void> {
  if (isSupported()) await (await ownSubscription())?.unsubscribe();
}

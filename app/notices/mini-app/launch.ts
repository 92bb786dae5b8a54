import { guestName, startName } from '../mini-app-address.ts';
import { schemeOf } from './theme.ts';

/** What Telegram gives a page that it opens. */
export interface Launch {
  /** Signed by Telegram; only the server knows whether it is. */
  readonly initData: string;
  readonly start: string;
  /** Another site has led here: nobody is logged in. */
  readonly isGuest: boolean;
  /** Null: it names none. */
  readonly scheme: 'light' | 'dark' | null;
  /** Who it says the visitor is. Not proved: it is only compared with who entered here before. */
  readonly userId: string;
}

function schemeIn(text: string | null): 'light' | 'dark' | null {
  try {
    return schemeOf(JSON.parse(text ?? ''));
  } catch {
    return null;
  }
}

function userIn(initData: string): string {
  try {
    const user: unknown = JSON.parse(new URLSearchParams(initData).get('user') ?? '');
    return typeof user === 'object' && user !== null && 'id' in user ? String(user.id) : '';
  } catch {
    return '';
  }
}

/** Reads the address of the launch page; null: Telegram has not opened it. Twice the same name is none of Telegram's. */
export function readLaunch({ hash, search }: Pick<Location, 'hash' | 'search'>): Launch | null {
  const given = new URLSearchParams(hash.replace(/^#/, ''));
  const [initData = '', ...more] = given.getAll('tgWebAppData');
  const isOpened = given.has('tgWebAppVersion') || initData !== '';
  if (!isOpened || more.length > 0) return null;
  const start =
    given.get(startName) ??
    new URLSearchParams(initData).get('start_param') ??
    new URLSearchParams(search).get(startName);
  return {
    initData,
    start: start ?? '',
    isGuest: new URLSearchParams(search).has(guestName),
    scheme: schemeIn(given.get('tgWebAppThemeParams')),
    userId: userIn(initData),
  };
}

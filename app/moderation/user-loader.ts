import { call } from '#app/call.ts';
import { isCallFailure } from '#base/errors.ts';
import { pageNumber } from '#base/ui/page-numbers.tsx';

/** So many lines of each list of the screen. */
export const userPage = 10;

/** A part of the screen that may be missing without taking the others with it. */
async function orFault<Part>(asked: Promise<Part>): Promise<Part | { readonly fault: string }> {
  try {
    return await asked;
  } catch (error) {
    if (isCallFailure(error)) return { fault: error.message };
    throw error;
  }
}

/** Everything about one person; each list at the page that the address names. Throws `NotFound` where there is nobody. */
export async function loadUser(userId: string, params: URLSearchParams, signal: AbortSignal) {
  const settings = { signal };
  const page = (name: string) => ({ Skip: (pageNumber(params, name) - 1) * userPage, Take: userPage });
  const gifts = (kind: 'received' | 'given') =>
    orFault(call('GET Moderator/UserGifts', { query: { userId, kind, ...page(kind) } }, settings));
  const [user, config, history, received, given, orders, sessions, trail] = await Promise.all([
    call('GET Moderator/GetUser', { query: { userId } }, settings),
    call('GET Config', {}, settings),
    orFault(call('GET Moderator/UserHistory', { query: { userId, ...page('history') } }, settings)),
    gifts('received'),
    gifts('given'),
    orFault(call('GET Order/Orders', { query: { UserId: userId, ...page('orders') } }, settings)),
    orFault(call('GET Moderator/UserSessions', { query: { userId } }, settings)),
    orFault(call('GET Moderator/Audit', { query: { UserId: userId, ...page('trail') } }, settings)),
  ]);
  const currency = config.country.currencyLabel;
  return { user, currency, history, received, given, orders, sessions, trail };
}

/** All that the screen of one person shows. */
export type UserData = Awaited<ReturnType<typeof loadUser>>;

/** What is there of a part that may be missing. */
export type Loaded<Part> = Exclude<Part, { readonly fault: string }>;

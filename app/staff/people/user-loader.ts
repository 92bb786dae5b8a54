import { call } from '#app/call.ts';
import { failures, isCallFailure } from '#base/calls/errors.ts';
import { pageNumber } from '#base/ui/lists/page-numbers.tsx';

/** Lines in each list of the screen. */
export const userPage = 10;

/** Loads a part of the screen that may fail without the others. */
async function orFault<Part>(asked: Promise<Part>): Promise<Part | { readonly fault: string }> {
  try {
    return await asked;
  } catch (error) {
    if (isCallFailure(error)) return { fault: error.message };
    throw error;
  }
}

/** A part that the caller may not see is not requested: browsers log a refusal as an error. */
const notYours = { fault: failures.forbidden.message } as const;

/** Loads everything about one user; each list at the page in the address. Throws `NotFound`. */
export async function loadUser(userId: string, params: URLSearchParams, signal: AbortSignal) {
  const settings = { signal };
  const page = (name: string) => ({ Skip: (pageNumber(params, name) - 1) * userPage, Take: userPage });
  const whose = call('GET Moderator/GetUser', { query: { userId } }, settings);
  const ofOthers = async <Part>(ask: () => Promise<Part>) => ((await whose).mayDecide ? orFault(ask()) : notYours);
  const donations = (kind: 'received' | 'given') =>
    ofOthers(() => call('GET Moderator/UserDonations', { query: { userId, kind, ...page(kind) } }, settings));
  const [
    user,
    config,
    history,
    received,
    given,
    votes,
    targets,
    rewards,
    draws,
    clock,
    joints,
    orders,
    sessions,
    trail,
  ] = await Promise.all([
    whose,
    call('GET Config', {}, settings),
    orFault(call('GET Moderator/UserHistory', { query: { userId, ...page('history') } }, settings)),
    donations('received'),
    donations('given'),
    orFault(whose.then(({ userName }) => call('GET Vote/List', { query: { userName, ...page('votes') } }, settings))),
    orFault(
      whose.then(({ userName }) => call('GET Target/List', { query: { userName, ...page('targets') } }, settings)),
    ),
    orFault(
      whose.then(({ userName }) => call('GET Reward/List', { query: { userName, ...page('rewards') } }, settings)),
    ),
    orFault(whose.then(({ userName }) => call('GET Draw/List', { query: { userName, ...page('draws') } }, settings))),
    orFault(whose.then(({ userName }) => call('GET Clock/Get', { query: { userName } }, settings))),
    orFault(
      whose.then(({ userName }) => call('GET Moderator/Joints', { query: { userName, ...page('joints') } }, settings)),
    ),
    orFault(call('GET Order/Orders', { query: { UserId: userId, ...page('orders') } }, settings)),
    ofOthers(() => call('GET Moderator/UserSessions', { query: { userId } }, settings)),
    orFault(call('GET Moderator/Audit', { query: { UserId: userId, ...page('trail') } }, settings)),
  ]);
  const currency = config.country.currencyLabel;
  return {
    user,
    currency,
    history,
    received,
    given,
    votes,
    targets,
    rewards,
    draws,
    clock,
    joints,
    orders,
    sessions,
    trail,
  };
}

/** The data of the screen of one user. */
export type UserData = Awaited<ReturnType<typeof loadUser>>;

/** The data of a part that may be missing. */
export type Loaded<Part> = Exclude<Part, { readonly fault: string }>;

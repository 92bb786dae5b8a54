import { call } from '#app/call.ts';
import { displayNameOf } from '#app/creators/public-user.ts';
import { isCallFailure } from '#base/calls/errors.ts';

/** A creator who may be invited. */
export interface FoundCreator {
  readonly userName: string;
  readonly displayName: string;
}

/** Creators by a part of their names; null: no answer, and a user name can still be typed. */
export async function findCreators(text: string, signal: AbortSignal): Promise<readonly FoundCreator[] | null> {
  try {
    const query = { Search: text.slice(0, 100), Take: 6 };
    const { items } = await call('GET User/List', { query }, { signal });
    return items.map((user) => ({ userName: user.userName, displayName: displayNameOf(user) }));
  } catch (error) {
    if (!isCallFailure(error)) throw error;
    return null;
  }
}

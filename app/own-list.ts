import { pageNumber } from '#base/ui/lists/page-numbers.tsx';
import { call } from './call.ts';

/** Whose page it is, with the currency of its sums. */
export async function loadOwner(signal: AbortSignal) {
  const [{ userName }, { country }] = await Promise.all([
    call('POST Identity/GetUser', {}, { signal }),
    call('GET Config', {}, { signal }),
  ]);
  return { userName, currency: country.currencyLabel };
}

/** The page of a creator's own list that is asked for. */
export interface OwnListQuery {
  readonly userName: string;
  readonly Skip: number;
  readonly Take: number;
}

/** Loads the page of a creator's own list that the address names. */
export async function loadOwnList<List>(
  read: (query: OwnListQuery, signal: AbortSignal) => Promise<List>,
  { url, request: { signal } }: { readonly url: URL; readonly request: Request },
) {
  const { userName, currency } = await loadOwner(signal);
  const take = 20;
  const query = { userName, Skip: (pageNumber(url.searchParams) - 1) * take, Take: take };
  return { loaded: { query, list: await read(query, signal) }, currency };
}

/** The same of what asks for sums of donations, with their limits; null: they are not known here, and the server says what they are. */
export async function loadOwnOffers<List>(...asked: Parameters<typeof loadOwnList<List>>) {
  const [, { request }] = asked;
  const [own, limits] = await Promise.all([
    loadOwnList(...asked),
    call('GET Donate/Settings', {}, { signal: request.signal }).catch(() => null),
  ]);
  return { ...own, limits };
}

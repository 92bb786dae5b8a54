import { creatorTypes } from '../creator-types.ts';

/** Authors on one page of the list (docs/rules.md#page-sizes). */
export const authorsPerPage = 10;

/** The filters in the address of `/authors`; invalid ones are ignored. Pages count from 1. */
export function authorsQuery(params: URLSearchParams, pageNumber: number) {
  const search = params.get('search')?.trim().slice(0, 100);
  const word = params.get('type');
  const userType = creatorTypes.find((type) => type.word === word)?.id;
  return {
    Skip: (pageNumber - 1) * authorsPerPage,
    Take: authorsPerPage,
    ...(search && { Search: search }),
    ...(params.get('products') === '1' && { hasProducts: true }),
    ...(userType !== undefined && { userType }),
  };
}

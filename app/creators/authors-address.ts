import { creatorTypes } from './creator-types.ts';

/** Authors on one page of the list (specification, point 9). */
export const authorsPerPage = 10;

/** The list's filters as the address of `/authors` holds them; what makes no sense counts as not given. Pages count from 1. */
export function authorsQuery(params: URLSearchParams, pageNumber: number) {
  const search = params.get('search')?.trim().slice(0, 100);
  const word = params.get('type');
  const userType = creatorTypes.find((type) => type.word === word)?.id;
  const page = Math.min(pageNumber, 1_000_000);
  return {
    Skip: (page - 1) * authorsPerPage,
    Take: authorsPerPage,
    ...(search && { Search: search }),
    ...(params.get('products') === '1' && { hasProducts: true }),
    ...(userType !== undefined && { userType }),
  };
}

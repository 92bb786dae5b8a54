import { creatorTypes } from '#app/creators/creator-types.ts';
import { isRole } from '#app/identity/roles.ts';
import { fieldStates } from '#app/profile/field-rules.ts';
import { pageNumber } from '#base/ui/lists/page-numbers.tsx';

/** Lists for staff have pages of ten, and their offset is always computed with that (docs/rules.md#page-sizes). */
export const peoplePage = 10;

const searchIn = (params: URLSearchParams) => params.get('search')?.trim() || undefined;

const yesOrNo = (text: string | null) => (text === 'yes' ? true : text === 'no' ? false : undefined);

/** The search and the filters of the list of users in the address; unknown values are ignored. */
export function peopleFilters(params: URLSearchParams) {
  const role = params.get('role') ?? '';
  const type = params.get('type') ?? '';
  return {
    Search: searchIn(params),
    userType: creatorTypes.find(({ id }) => String(id) === type)?.id,
    state: fieldStates.find((state) => state === params.get('state')),
    isBlocked: yesOrNo(params.get('blocked')),
    confirmed: yesOrNo(params.get('verified')),
    role: isRole(role) ? role : undefined,
  };
}

/** The query of the list of users in the address. */
export function peopleQuery(params: URLSearchParams) {
  return { ...peopleFilters(params), Skip: (pageNumber(params) - 1) * peoplePage, Take: peoplePage };
}

/** The query of the review queue in the address. */
export function queueQuery(params: URLSearchParams) {
  return {
    State: 'Awaiting' as const,
    Search: searchIn(params),
    Skip: (pageNumber(params) - 1) * peoplePage,
    Take: peoplePage,
  };
}

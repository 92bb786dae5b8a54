import { useAddressParams } from './address-params.ts';

/**
 * A filter in the address: its value (empty if none is chosen) and its setter. A choice adds a history entry; typing (`typing: true`)
 * replaces the current one. Both return to the first page of the list. A value that is not among the `known` ones counts as none.
 */
export function useAddressFilter(
  name: string,
  { typing = false, known }: { readonly typing?: boolean; readonly known?: readonly string[] } = {},
): readonly [value: string, change: (value: string) => void] {
  const [params, change] = useAddressParams();
  const value = params.get(name) ?? '';
  return [known?.includes(value) === false ? '' : value, (chosen) => change({ [name]: chosen }, { replace: typing })];
}

/** How many of the filters that an address names are set; undefined: one is not. */
export function countFilters(filters: Readonly<Record<string, unknown>>): number {
  return Object.values(filters).filter((value) => value !== undefined).length;
}

import { useSearchParams } from 'react-router';

/**
 * A filter in the address: its value (empty if none is chosen) and its setter. A choice adds a history entry; typing (`typing: true`)
 * replaces the current one. Both return to the first page of the list.
 */
export function useAddressFilter(
  name: string,
  { typing = false }: { readonly typing?: boolean } = {},
): readonly [value: string, change: (value: string) => void] {
  const [params, setParams] = useSearchParams();
  return [
    params.get(name) ?? '',
    (value) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          next.delete('page');
          if (value === '') next.delete(name);
          else next.set(name, value);
          return next;
        },
        { replace: typing },
      ),
  ];
}

import { useSearchParams } from 'react-router';

/**
 * One filter that lives in the address: its value (empty where none is chosen) and its change. Another choice is a new view, so it can
 * be gone back from; typing (`typing: true`) replaces the address instead. The list begins at its first page again.
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

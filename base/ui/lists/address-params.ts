import { useLocation, useNavigation, useSearchParams } from 'react-router';

/** Changes parameters of the address: an empty value takes one away. */
type ChangeParams = (values: Readonly<Record<string, string>>, options?: { readonly replace?: boolean }) => void;

/**
 * The parameters of a list in the address, those of the address under way while it loads, so that a second change keeps the first one. Each
 * change returns to the first page.
 */
export function useAddressParams(): readonly [params: URLSearchParams, change: ChangeParams] {
  const [shown, setParams] = useSearchParams();
  const { pathname } = useLocation();
  const { location: next } = useNavigation();
  const params = next?.pathname === pathname ? new URLSearchParams(next.search) : shown;
  const change: ChangeParams = (values, options) => {
    const changed = new URLSearchParams(params);
    changed.delete('page');
    for (const [name, value] of Object.entries(values)) {
      if (value === '') changed.delete(name);
      else changed.set(name, value);
    }
    setParams(changed, options);
  };
  return [params, change];
}

import { type FormEvent, useEffect, useRef } from 'react';
import { useNavigation, useNavigationType, useSearchParams } from 'react-router';
import { useAddressFilter } from './address-filter.ts';

const pauseBeforeSearch = 300;

/**
 * A search field that writes its text into the address after a short pause, and works as a plain form without scripts. `others` are the
 * parameters of `retains` in the address, for hidden fields; `field` are the input's props; `submit` searches at once.
 */
export function useTypedSearch(name: string, retains: readonly string[] = []) {
  const [params] = useSearchParams();
  const [, look] = useAddressFilter(name, { typing: true });
  const looked = params.get(name) ?? '';
  const isBack = useNavigationType() === 'POP';
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { location: next } = useNavigation();

  // The address may change elsewhere (a chip), which must not overwrite text being typed; going back takes the text along.
  useEffect(() => {
    if (input.current && (isBack || input.current !== document.activeElement)) input.current.value = looked;
  }, [looked, isBack]);
  // A pending search must not undo a later navigation.
  useEffect(() => {
    if (next !== undefined) clearTimeout(timer.current);
  }, [next]);
  useEffect(() => {
    // On a slow phone a link's navigation may render after the pause, so that the tap itself cancels the search.
    const goOn = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('a[href]')) clearTimeout(timer.current);
    };
    document.addEventListener('click', goOn, true);
    return () => {
      document.removeEventListener('click', goOn, true);
      clearTimeout(timer.current);
    };
  }, []);

  return {
    others: [...retains, 'lang'].flatMap((other) => {
      const value = other === name ? null : params.get(other);
      return value === null ? [] : [[other, value] as const];
    }),
    submit: (event: FormEvent) => {
      event.preventDefault();
      clearTimeout(timer.current);
      look(input.current?.value.trim() ?? '');
    },
    field: {
      ref: input,
      type: 'search',
      name,
      defaultValue: looked,
      maxLength: 100,
      autoComplete: 'off',
      enterKeyHint: 'search',
      onChange: ({ currentTarget: { value } }: FormEvent<HTMLInputElement>) => {
        clearTimeout(timer.current);
        timer.current = setTimeout(() => look(value.trim()), pauseBeforeSearch);
      },
    },
  } as const;
}

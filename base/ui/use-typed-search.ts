import { type FormEvent, useEffect, useRef } from 'react';
import { useNavigation, useSearchParams } from 'react-router';
import { useAddressFilter } from './address-filter.ts';

const pauseBeforeSearch = 300;

/**
 * A search field that writes what is typed into the address after a short pause, and works as a plain form before scripts are
 * there. `others`: what else the address says, for hidden fields; `field`: what the input is given; `submit`: searches at once.
 */
export function useTypedSearch(name: string) {
  const [params] = useSearchParams();
  const [looked, look] = useAddressFilter(name, { typing: true });
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { location: next } = useNavigation();

  // The address may change from elsewhere (back, a chip); what is being typed is never overwritten.
  useEffect(() => {
    if (input.current && input.current !== document.activeElement) input.current.value = looked;
  }, [looked]);
  // Whoever has gone on to something else is not called back by what he typed before.
  useEffect(() => {
    if (next !== undefined) clearTimeout(timer.current);
  }, [next]);
  useEffect(() => {
    // A busy phone draws the navigation of a link only after the pause is over: the tap itself already ends it.
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
    // In one order, for the server reads the address sorted.
    others: [...params].filter(([other]) => other !== name && other !== 'page').sort(),
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

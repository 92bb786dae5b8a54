import { useLingui } from '@lingui/react/macro';

const quotes = /[«»“”„"]/;

/** Returns what puts a name into the quotes of the language; one with quotes of its own stands without. */
export function useQuoted(): (name: string) => string {
  const { t } = useLingui();
  return (name) => (quotes.test(name) ? name : t`«${name}»`);
}

/** Returns what names a number of pieces, «3 × «Худи»»; the number never stands alone at the end of a line. */
export function useCountedText(): (count: number, name: string) => string {
  const quoted = useQuoted();
  return (count, name) => `${count}\u00a0× ${quoted(name)}`;
}

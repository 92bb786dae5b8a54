import { Link, useSearchParams } from 'react-router';
import classes from './filter-chips.module.css';

interface FilterChipsProps {
  /** What is filtered, for those who hear the page. */
  readonly label: string;
  /** The address's parameter. */
  readonly name: string;
  /** The first is usually «Все» with an empty value. */
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** A filter as a row of links in which one is chosen; it scrolls sideways on a phone and works without scripts. */
export function FilterChips({ label, name, options }: FilterChipsProps) {
  const [params] = useSearchParams();
  const chosen = params.get(name) ?? '';
  const to = (value: string) => {
    const next = new URLSearchParams(params);
    next.delete('page');
    if (value === '') next.delete(name);
    else next.set(name, value);
    return { search: next.toString() };
  };
  return (
    <nav className={classes.chips} aria-label={label}>
      {options.map((option) => (
        <Link
          key={option.value}
          className={classes.chip}
          to={to(option.value)}
          aria-current={option.value === chosen ? 'true' : undefined}
        >
          {option.label}
        </Link>
      ))}
    </nav>
  );
}

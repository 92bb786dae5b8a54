import { IconSearch } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { Field } from './field.tsx';
import classes from './search-field.module.css';

interface SearchFieldProps extends Omit<ComponentProps<typeof Field>, 'mark' | 'type'> {
  /** The key `/` moves the focus here, which devices with a keyboard say in the place of a text. */
  readonly hasKey?: boolean;
}

/** A search field among other fields: with their label above, and with the lens. */
export function SearchField({ hasKey = false, className, ...field }: SearchFieldProps) {
  return (
    <Field
      {...field}
      type="search"
      className={[classes.search, className].filter(Boolean).join(' ')}
      aria-keyshortcuts={hasKey ? '/' : undefined}
      mark={<IconSearch className={classes.lens} size={18} stroke={1.75} aria-hidden />}
    />
  );
}

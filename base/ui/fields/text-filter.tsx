import { useLingui } from '@lingui/react/macro';
import list from '../lists/staff-list.module.css';
import { Field } from './field.tsx';
import { useSearchKey } from './key-strokes.ts';
import { useTypedSearch } from './use-typed-search.ts';

interface TextFilterProps {
  /** The query parameter. */
  readonly name: string;
  readonly label: string;
  readonly maxLength?: number;
  /** The key `/` moves the focus here. */
  readonly isFirst?: boolean;
}

/** The search field of a list for staff: written to the address shortly after typing. Escape leaves it. */
export function TextFilter({ name, label, maxLength = 100, isFirst = false }: TextFilterProps) {
  const { t } = useLingui();
  const { field } = useTypedSearch(name);
  useSearchKey(field.ref, isFirst);
  return (
    <Field
      {...field}
      className={isFirst ? list.search : undefined}
      label={label}
      maxLength={maxLength}
      placeholder={isFirst ? t`Нажмите / для поиска` : undefined}
      aria-keyshortcuts={isFirst ? '/' : undefined}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.currentTarget.blur();
      }}
    />
  );
}

import { useLingui } from '@lingui/react/macro';
import { Field } from '#base/ui/fields/field.tsx';
import { useSearchKey } from '#base/ui/fields/key-strokes.ts';
import { SelectField } from '#base/ui/fields/select-field.tsx';
import { useTypedSearch } from '#base/ui/fields/use-typed-search.ts';
import { useAddressFilter } from '#base/ui/lists/address-filter.ts';
import classes from '#base/ui/lists/staff-list.module.css';

/** A search field stored in the address, focused by the key `/`. Escape leaves the field. */
export function SearchBox({ label }: { readonly label: string }) {
  const { t } = useLingui();
  const { field } = useTypedSearch('search');
  useSearchKey(field.ref);
  return (
    <Field
      {...field}
      className={classes.search}
      label={label}
      placeholder={t`Нажмите / для поиска`}
      aria-keyshortcuts="/"
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.currentTarget.blur();
      }}
    />
  );
}

interface ChoiceBoxProps {
  readonly label: string;
  /** The query parameter. */
  readonly name: string;
  readonly options: readonly { readonly value: string; readonly name: string }[];
}

/** A select stored in the address. */
export function ChoiceBox({ label, name, options }: ChoiceBoxProps) {
  const { t } = useLingui();
  const [value, change] = useAddressFilter(name);
  return (
    <SelectField label={label} value={value} onChange={({ currentTarget }) => change(currentTarget.value)}>
      <option value="">{t`Все`}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.name}
        </option>
      ))}
    </SelectField>
  );
}

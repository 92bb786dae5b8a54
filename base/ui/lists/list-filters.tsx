import { useLingui } from '@lingui/react/macro';
import { useSearchKey } from '../fields/key-strokes.ts';
import { SearchField } from '../fields/search-field.tsx';
import { SelectField } from '../fields/select-field.tsx';
import { useAddressFilter } from './address-filter.ts';
import list from './staff-list.module.css';
import { useTypedSearch } from './use-typed-search.ts';

interface TextFilterProps {
  /** The query parameter. */
  readonly name: string;
  readonly label: string;
  readonly maxLength?: number;
  /** The key `/` moves the focus here. */
  readonly isFirst?: boolean;
}

/** The search field of a list, with its label above: written to the address shortly after typing. Escape leaves it. */
export function TextFilter({ name, label, maxLength = 100, isFirst = false }: TextFilterProps) {
  const { t } = useLingui();
  const { field } = useTypedSearch(name);
  useSearchKey(field.ref, isFirst);
  return (
    <SearchField
      {...field}
      className={isFirst ? list.search : undefined}
      label={label}
      maxLength={maxLength}
      placeholder={isFirst ? t`Нажмите / для поиска` : undefined}
      hasKey={isFirst}
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
  const [value, change] = useAddressFilter(name, { known: options.map((option) => option.value) });
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

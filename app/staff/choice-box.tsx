import { useLingui } from '@lingui/react/macro';
import { SelectField } from '#base/ui/fields/select-field.tsx';
import { useAddressFilter } from '#base/ui/lists/address-filter.ts';

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

import { useLingui } from '@lingui/react/macro';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useAddressFilter } from '#base/ui/address-filter.ts';

interface SearchBoxProps {
  readonly label: string;
  readonly placeholder?: string;
  readonly className?: string | undefined;
  readonly field?: RefObject<HTMLInputElement | null>;
}

const pauseMilliseconds = 250;

/** A search that lives in the address: it follows the typing after a short pause. Escape leaves the field. */
export function SearchBox({ label, placeholder, className, field }: SearchBoxProps) {
  const { t } = useLingui();
  const [value, change] = useAddressFilter('search', { typing: true });
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (known !== value) {
    // The address has changed by itself, as by the back button.
    setKnown(value);
    if (text.trim() !== value) setText(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);

  return (
    <label className={className}>
      {label}
      <input
        ref={field}
        type="search"
        value={text}
        placeholder={placeholder ?? t`Нажмите / для поиска`}
        maxLength={100}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => change(currentTarget.value.trim()), pauseMilliseconds);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
    </label>
  );
}

interface ChoiceBoxProps {
  readonly label: string;
  /** The parameter of the address. */
  readonly name: string;
  readonly options: readonly { readonly value: string; readonly name: string }[];
}

/** A choice that lives in the address. */
export function ChoiceBox({ label, name, options }: ChoiceBoxProps) {
  const { t } = useLingui();
  const [value, change] = useAddressFilter(name);
  return (
    <label>
      {label}
      <select value={value} onChange={({ currentTarget }) => change(currentTarget.value)}>
        <option value="">{t`Все`}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </select>
    </label>
  );
}

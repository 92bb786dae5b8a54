import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { FieldFrame } from '#base/ui/fields/field.tsx';
import { useSearch } from '#base/ui/fields/use-search.ts';
import classes from './address-field.module.css';
import { type SearchPlace, searchPlaces } from './search-place.ts';

const leastLetters = 2;

/** A failed search suggests nothing and does not disturb typing. */
const suggest = (text: string, signal: AbortSignal) => searchPlaces(text, signal).catch(() => null);

interface AddressFieldProps {
  readonly value: string;
  /** `place`: the chosen suggestion; null for typed text. */
  readonly onChange: (value: string, place: SearchPlace | null) => void;
  readonly label?: ReactNode;
  readonly hint?: ReactNode;
  /** The error text of the address. */
  readonly error?: ReactNode;
  readonly placeholder?: string;
  readonly name?: string;
  readonly onBlur?: () => void;
}

/**
 * An address field with suggestions of the country's places: an ARIA combobox that also accepts any other text. Arrows move through
 * the suggestions, Enter takes one, Escape closes them.
 */
export function AddressField({ value, onChange, label, hint, error, placeholder, name, onBlur }: AddressFieldProps) {
  const { t } = useLingui();
  const id = useId();
  const { answer, search, stop } = useSearch(suggest, 200);
  const [active, setActive] = useState(-1);
  const places = answer?.found ?? [];
  const isOpen = places.length > 0;

  function close() {
    stop();
    setActive(-1);
  }

  function take(place: SearchPlace) {
    onChange(place.address, place);
    close();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!isOpen) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = places[active];
    if (step !== undefined) {
      // The position before the first suggestion means none: the text stays as typed.
      const all = places.length + 1;
      setActive(((active + 1 + step + all) % all) - 1);
    } else if (event.key === 'Enter' && chosen !== undefined) take(chosen);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
  }

  return (
    <div>
      <FieldFrame label={label ?? <Trans>Адрес</Trans>} hint={hint} error={error}>
        {(ties) => (
          <>
            <input
              {...ties}
              name={name}
              role="combobox"
              type="text"
              aria-autocomplete="list"
              aria-expanded={isOpen}
              aria-controls={isOpen ? `${id}-list` : undefined}
              aria-activedescendant={isOpen && active >= 0 ? `${id}-${active}` : undefined}
              autoComplete="street-address"
              enterKeyHint="next"
              maxLength={300}
              placeholder={placeholder ?? t`Город, улица, дом`}
              value={value}
              onChange={({ currentTarget }) => {
                onChange(currentTarget.value, null);
                setActive(-1);
                const text = currentTarget.value.trim();
                if (text.length < leastLetters) stop();
                else void search(text);
              }}
              onKeyDown={onKeyDown}
              onBlur={() => {
                close();
                onBlur?.();
              }}
            />
            {isOpen && (
              <Suggestions id={id} places={places} active={active} onTake={take} label={t`Подсказки адреса`} />
            )}
          </>
        )}
      </FieldFrame>
      <span role="status" className="spoken">
        {isOpen && (
          <Plural value={places.length} one="# подсказка" few="# подсказки" many="# подсказок" other="# подсказки" />
        )}
        {answer?.found?.length === 0 && <Trans>Подсказок нет, адрес можно написать самому</Trans>}
      </span>
    </div>
  );
}

interface SuggestionsProps {
  readonly id: string;
  readonly places: readonly SearchPlace[];
  readonly active: number;
  readonly label: string;
  readonly onTake: (place: SearchPlace) => void;
}

function Suggestions({ id, places, active, label, onTake }: SuggestionsProps) {
  return (
    <div id={`${id}-list`} role="listbox" tabIndex={-1} aria-label={label} className={classes.list}>
      {places.map((place, index) => (
        <div
          key={`${place.address} ${place.coordinates.join()}`}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={classes.option}
          // Fires before the field loses the focus, which closes the list.
          onPointerDown={(event) => {
            event.preventDefault();
            onTake(place);
          }}
        >
          <b>{place.name}</b>
          <span>{place.address}</span>
        </div>
      ))}
    </div>
  );
}

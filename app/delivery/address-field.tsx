import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { FieldFrame } from '#base/ui/fields/field.tsx';
import { Suggestions, useSuggestions } from '#base/ui/fields/suggestions.tsx';
import { useSearch } from '#base/ui/fields/use-search.ts';
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

/** An address field with suggestions of the country's places, which also accepts any other text. */
export function AddressField({ value, onChange, label, hint, error, placeholder, name, onBlur }: AddressFieldProps) {
  const { t } = useLingui();
  const { answer, search, stop } = useSearch(suggest, 200);
  const places = answer?.found ?? [];
  const { list, ties, reset, close } = useSuggestions({
    items: places,
    onTake(place: SearchPlace) {
      onChange(place.address, place);
      stop();
    },
    onClose: stop,
  });

  return (
    <div>
      <FieldFrame label={label ?? <Trans>Адрес</Trans>} hint={hint} error={error}>
        {(frame) => (
          <>
            <input
              {...frame}
              {...ties}
              name={name}
              type="text"
              autoComplete="street-address"
              enterKeyHint="next"
              maxLength={300}
              placeholder={placeholder ?? t`Город, улица, дом`}
              value={value}
              onChange={({ currentTarget }) => {
                onChange(currentTarget.value, null);
                reset();
                const text = currentTarget.value.trim();
                if (text.length < leastLetters) stop();
                else void search(text);
              }}
              onBlur={() => {
                close();
                onBlur?.();
              }}
            />
            <Suggestions
              list={list}
              label={t`Подсказки адреса`}
              keyOf={(place) => `${place.address} ${place.coordinates.join()}`}
            >
              {(place) => (
                <>
                  <b>{place.name}</b>
                  <span>{place.address}</span>
                </>
              )}
            </Suggestions>
          </>
        )}
      </FieldFrame>
      <span role="status" className="spoken">
        {places.length > 0 && (
          <Plural value={places.length} one="# подсказка" few="# подсказки" many="# подсказок" other="# подсказки" />
        )}
        {answer?.found?.length === 0 && <Trans>Подсказок нет, адрес можно написать самому</Trans>}
      </span>
    </div>
  );
}

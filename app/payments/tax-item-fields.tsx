import { Trans, useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { call } from '#app/call.ts';
import { isCallFailure } from '#base/calls/errors.ts';
import { Field } from '#base/ui/fields/field.tsx';
import { useSearch } from '#base/ui/fields/use-search.ts';
import { Stack, Text } from '#base/ui/layout/parts.tsx';
import type { TaxItem } from './payment-lines.ts';
import { type TaxItemDraft, type TaxItemFaults, taxItemDraftOf } from './tax-item.ts';
import classes from './tax-item-fields.module.css';

interface Found extends TaxItem {
  readonly name: string;
}

interface TaxItemFieldsProps {
  readonly label: string;
  /** Begins the names of the inputs, which a page may have several times. */
  readonly name: string;
  readonly draft: TaxItemDraft;
  readonly faults: TaxItemFaults;
  readonly onChange: (draft: TaxItemDraft) => void;
}

const longestSearch = 100;

/** Null: no answer, and the digits can still be typed. */
async function find(text: string, signal: AbortSignal): Promise<readonly Found[] | null> {
  try {
    const query = { Search: text.slice(0, longestSearch), Take: 6 };
    return (await call('GET Receipt/TaxCodes', { query }, { signal })).items;
  } catch (error) {
    if (!isCallFailure(error)) throw error;
    return null;
  }
}

/** Moves the focus among the field and what it found, up or down. */
function moveFocus(place: HTMLElement, step: 1 | -1): void {
  const stops = [...place.querySelectorAll<HTMLElement>('input, button')];
  const at = stops.findIndex((element) => element.matches(':focus'));
  stops[at + step]?.focus();
}

/** What the tax service calls a thing: its code, searched in the uploaded list while typing, with what belongs to it. */
export function TaxItemFields({ label, name, draft, faults, onChange }: TaxItemFieldsProps) {
  const { t } = useLingui();
  const { answer, search, stop } = useSearch(find);
  const isSearched = answer !== null && answer.text === draft.code.trim();
  const found = (isSearched && answer.found) || [];
  const codeField = useRef<HTMLInputElement>(null);

  function type(code: string) {
    onChange({ ...draft, code });
    if (code.trim() === '' || /^\d{17}$/.test(code.trim())) stop();
    else void search(code.trim());
  }

  function pick(item: Found) {
    const { code, packageCode, unit, vat } = item;
    onChange(taxItemDraftOf({ code, packageCode, unit, vat }));
    stop();
    codeField.current?.focus();
  }

  return (
    <Stack gap={12} fit shrinks>
      <Stack
        className={classes.code}
        gap={2}
        fit
        shrinks
        onBlur={({ currentTarget, relatedTarget }) => {
          // What is still being searched must not open over the fields that follow; words of a result may stay.
          const hasWords = isSearched && found.length === 0;
          if (!hasWords && !currentTarget.contains(relatedTarget)) stop();
        }}
        onKeyDown={(event) => {
          if (found.length === 0) return;
          if (event.key === 'Escape') {
            codeField.current?.focus();
            stop();
          } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
            event.preventDefault();
            moveFocus(event.currentTarget, event.key === 'ArrowDown' ? 1 : -1);
          }
        }}
      >
        <Field
          ref={codeField}
          label={label}
          name={`${name}-code`}
          autoComplete="off"
          value={draft.code}
          error={faults.code}
          hint={<Trans>17 цифр или слово из названия</Trans>}
          onChange={({ currentTarget: { value } }) => type(value)}
          onKeyDown={(event) => {
            const [first] = found;
            if (event.key !== 'Enter' || first === undefined) return;
            // Enter would send the form that contains this field.
            event.preventDefault();
            pick(first);
          }}
        />
        {found.length > 0 && (
          <Text as="ul" className={classes.found} card aria-label={t`Найденные коды`}>
            {found.map((item) => (
              <li key={`${item.code} ${item.packageCode}`}>
                <button type="button" onClick={() => pick(item)}>
                  <span>{item.name}</span>
                  <small>
                    {item.code} · <Trans>НДС {item.vat}%</Trans>
                  </small>
                </button>
              </li>
            ))}
          </Text>
        )}
        <p className={classes.unknown} role="status">
          {isSearched && faults.code === undefined && <SearchResult answer={answer} />}
        </p>
      </Stack>
      <div className={classes.rest}>
        <Field
          label={<Trans>Код упаковки</Trans>}
          name={`${name}-package`}
          inputMode="numeric"
          autoComplete="off"
          value={draft.packageCode}
          error={faults.packageCode}
          onChange={({ currentTarget: { value } }) => onChange({ ...draft, packageCode: value })}
        />
        <Field
          label={<Trans>Код единицы</Trans>}
          name={`${name}-unit`}
          inputMode="numeric"
          autoComplete="off"
          value={draft.unit}
          error={faults.unit}
          onChange={({ currentTarget: { value } }) => onChange({ ...draft, unit: value })}
        />
        <Field
          label={<Trans>НДС, %</Trans>}
          name={`${name}-vat`}
          inputMode="numeric"
          autoComplete="off"
          value={draft.vat}
          error={faults.vat}
          onChange={({ currentTarget: { value } }) => onChange({ ...draft, vat: value })}
        />
      </div>
    </Stack>
  );
}

interface SearchResultProps {
  readonly answer: { readonly text: string; readonly found: readonly Found[] | null };
}

/** What a search came to, in words. */
function SearchResult({ answer: { text, found } }: SearchResultProps) {
  if (found === null) return <Trans>Поиск не ответил: введите 17 цифр кода.</Trans>;
  if (found.length > 0) {
    const count = found.length;
    return (
      <span className="spoken">
        <Trans>Найдено кодов: {count}</Trans>
      </span>
    );
  }
  return /\D/.test(text) ? <Trans>По этим словам ничего нет: введите 17 цифр кода.</Trans> : null;
}

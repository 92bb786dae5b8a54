import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '#app/call.ts';
import { isCallFailure } from '#base/calls/errors.ts';
import { Field, FieldFrame } from '#base/ui/fields/field.tsx';
import { Suggestions, useSuggestions } from '#base/ui/fields/suggestions.tsx';
import { useSearch } from '#base/ui/fields/use-search.ts';
import { Stack } from '#base/ui/layout/parts.tsx';
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

/** What the tax service calls a thing: its code, searched in the uploaded list while typing, with what belongs to it. */
export function TaxItemFields({ label, name, draft, faults, onChange }: TaxItemFieldsProps) {
  const { t } = useLingui();
  const { answer, search, stop } = useSearch(find);
  const isSearched = answer !== null && answer.text === draft.code.trim();
  const found = (isSearched && answer.found) || [];
  const { list, ties, reset, close } = useSuggestions({
    items: found,
    // Enter would send the form that contains this field.
    isFirstChosen: true,
    onTake({ code, packageCode, unit, vat }: Found) {
      onChange(taxItemDraftOf({ code, packageCode, unit, vat }));
      stop();
    },
    onClose: stop,
  });

  function type(code: string) {
    onChange({ ...draft, code });
    reset();
    if (code.trim() === '' || /^\d{17}$/.test(code.trim())) stop();
    else void search(code.trim());
  }

  return (
    <Stack className={classes.item} gap={12} fit shrinks>
      <Stack gap={2} fit shrinks>
        <FieldFrame label={label} error={faults.code} hint={<Trans>17 цифр или слово из названия</Trans>}>
          {(frame) => (
            <>
              <input
                {...frame}
                {...ties}
                name={`${name}-code`}
                type="text"
                autoComplete="off"
                value={draft.code}
                onChange={({ currentTarget: { value } }) => type(value)}
                onBlur={() => {
                  // What is still being searched must not open over the fields that follow; words of a result may stay.
                  if (!isSearched || found.length > 0) close();
                }}
              />
              <Suggestions list={list} label={t`Найденные коды`} keyOf={(item) => `${item.code} ${item.packageCode}`}>
                {({ name: title, code, vat }) => (
                  <>
                    <b>{title}</b>
                    <span>
                      {code} · <Trans>НДС {vat} %</Trans>
                    </span>
                  </>
                )}
              </Suggestions>
            </>
          )}
        </FieldFrame>
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

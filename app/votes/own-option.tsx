import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import classes from '#base/ui/choices/chips.module.css';
import { Field } from '#base/ui/fields/field.tsx';
import { voteLimits } from './vote-rules.ts';

interface OwnOptionProps {
  /** Null: the donor does not suggest anything. */
  readonly suggestion: string | null;
  /** Why it was refused; undefined: it was not. */
  readonly fault: string | undefined;
  readonly onChange: (suggestion: string | null) => void;
}

/** The chip behind all options with which a donor writes another one, and its field. */
export function OwnOption({ suggestion, fault, onChange }: OwnOptionProps) {
  const { t } = useLingui();
  // A stored draft moves no focus.
  const [isAsked, setAsked] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const isHere = suggestion !== null;
  useEffect(() => {
    if (isAsked && isHere) field.current?.focus();
  }, [isAsked, isHere]);
  useEffect(() => {
    // On a phone a button lies over what is at the edge. The focus comes by the form.
    if (fault !== undefined) field.current?.scrollIntoView({ block: 'center' });
  }, [fault]);
  return (
    <>
      <button
        type="button"
        className={classes.chip}
        aria-pressed={suggestion !== null}
        onClick={() => {
          setAsked(true);
          onChange(suggestion === null ? '' : null);
        }}
      >
        <Trans>Свой вариант</Trans>
      </button>
      {suggestion !== null && (
        <Field
          ref={field}
          className={classes.own}
          label={t`Ваш вариант`}
          name="suggestion"
          autoComplete="off"
          value={suggestion}
          maxLength={voteLimits.option}
          error={fault}
          hint={t`Автор прочтёт его после оплаты. Голоса считаются, если он добавит вариант до конца голосования.`}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </>
  );
}

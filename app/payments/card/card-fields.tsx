import { Trans, useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { serverNow } from '#base/text/server-clock.ts';
import { Toggle } from '#base/ui/fields/field.tsx';
import { MaskedField } from '#base/ui/fields/masked-field.tsx';
import { cardMask, cardNumberFault, cardSystemOf, isWholeNumber } from '../card-number.ts';
import classes from './card-entry.module.css';
import { expiryFault, expiryMask, isSpoiltExpiry, isWholeExpiry } from './card-expiry.ts';
import { SystemMark } from './system-mark.tsx';

/** The texts of the card fields. */
export interface CardText {
  readonly number: string;
  readonly expiry: string;
}

/** The error text of each field, or null. */
export interface CardFaults {
  readonly number: string | null;
  readonly expiry: string | null;
}

/** Returns a function that validates the card fields. */
export function useCardReader(): (text: CardText) => CardFaults {
  const { t } = useLingui();
  const numbers = {
    empty: t`Заполните поле`,
    short: t`Номер введён не полностью: в нём 16 цифр`,
    mistyped: t`В номере опечатка. Сверьте его с картой`,
  };
  const expiries = {
    empty: t`Заполните поле`,
    incomplete: t`Введите месяц и год`,
    noSuchMonth: t`Такого месяца нет`,
    over: t`Срок карты истёк`,
  };
  return ({ number, expiry }) => {
    const numberFault = cardNumberFault(number);
    const fault = expiryFault(expiry, serverNow());
    return { number: numberFault && numbers[numberFault], expiry: fault && expiries[fault] };
  };
}

/** The fields by what browsers call them: in Payme's form they must have no names. */
export const numberField = '[autocomplete=cc-number]';
export const expiryField = '[autocomplete=cc-exp]';

interface NewCardFieldsProps {
  readonly text: CardText;
  /** Whether the fields have names. */
  readonly isNamed: boolean;
  readonly faults: CardFaults | null;
  readonly onChange: (text: CardText) => void;
  readonly isCardRemembered: boolean;
  readonly onRemember: (isRemembered: boolean) => void;
}

/** Fields for the number and expiry of a new card; typed and pasted text is formatted. */
export function NewCardFields({ text, isNamed, faults, onChange, ...more }: NewCardFieldsProps) {
  const { t } = useLingui();
  const read = useCardReader();
  const fields = useRef<HTMLDivElement>(null);

  function typeNumber(number: string, isAtEnd: boolean) {
    onChange({ ...text, number });
    const isNowWhole = isWholeNumber(number) && !isWholeNumber(text.number);
    // A digit too many would change an expiry that is there already.
    if (!isAtEnd || !isNowWhole || text.expiry !== '') return;
    fields.current?.querySelector<HTMLInputElement>(expiryField)?.focus();
  }

  // A typing error shows as soon as it is certain, other errors on submit.
  const mistyped = cardNumberFault(text.number) === 'mistyped' ? read(text).number : null;
  const isCertain = isWholeExpiry(text.expiry) || isSpoiltExpiry(text.expiry);
  const expiryError = isCertain ? read(text).expiry : null;

  return (
    <div ref={fields} className={classes.newCard}>
      <MaskedField
        label={t`Номер карты`}
        name={isNamed ? 'number' : undefined}
        value={text.number}
        mask={cardMask}
        onType={typeNumber}
        error={faults?.number ?? mistyped}
        placeholder="0000 0000 0000 0000"
        inputMode="numeric"
        autoComplete="cc-number"
        spellCheck={false}
        required
        mark={<SystemMark system={cardSystemOf(text.number)} />}
      />
      <MaskedField
        label={t`Срок действия`}
        name={isNamed ? 'expiry' : undefined}
        value={text.expiry}
        mask={expiryMask}
        onType={(expiry) => onChange({ ...text, expiry })}
        onKeyDown={(event) => {
          // The key of the last digit of the number may still be held.
          if (event.repeat && /^\d$/.test(event.key)) event.preventDefault();
        }}
        error={faults?.expiry ?? expiryError}
        placeholder={t`ММ/ГГ`}
        inputMode="numeric"
        autoComplete="cc-exp"
        required
      />
      <Toggle checked={more.isCardRemembered} onChange={(event) => more.onRemember(event.currentTarget.checked)}>
        <Trans>Запомнить карту в этом браузере</Trans>
      </Toggle>
    </div>
  );
}

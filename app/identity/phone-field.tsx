import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useRef } from 'react';
import { MaskedField } from '#base/ui/fields/masked-field.tsx';
import { formatPhone, type PhoneFault, phoneFault, phoneMaskOf, shapeOf } from './phone-mask.ts';

interface PhoneFieldProps {
  /** The country's mask (GET Config). */
  readonly mask: string;
  readonly text: string;
  readonly onType: (text: string) => void;
  readonly error: string | null;
  /** `username` beside a password, so that password managers store both. */
  readonly autoComplete: 'tel' | 'username';
  readonly autoFocus?: boolean;
}

/** Describes the problem with a phone in the mask of the country. */
export function usePhoneFaultText(mask: string): (fault: PhoneFault) => string {
  const { t } = useLingui();
  const shape = shapeOf(mask);
  const prefix = `+${shape.prefix}`;
  const { length } = shape;
  const texts = {
    empty: t`Заполните поле`,
    short: t`Номер введён не полностью`,
    wrong: t`В номере лишние знаки: после ${prefix} в нём ${length} цифр`,
    long: t`В номере лишние цифры: после ${prefix} их ${length}`,
    national: t`Уберите 8 или 0 в начале: после ${prefix} в номере ${length} цифр`,
    foreign: t`Нужен номер, который начинается с ${prefix}`,
  };
  return (fault) => texts[fault];
}

/** A phone field in the mask of the country: accepts any notation, typed or pasted. */
export function PhoneField({ mask, text, onType, error, autoComplete, autoFocus = false }: PhoneFieldProps) {
  const { t } = useLingui();
  const faultText = usePhoneFaultText(mask);
  // Shown at once, since more digits do not make it right.
  const fault = phoneFault(text, mask);
  const certain = fault === null || fault === 'empty' || fault === 'short' ? null : faultText(fault);
  const input = useRef<HTMLInputElement>(null);
  const start = useEffectEvent(() => {
    const { current } = input;
    // Takes over text that was typed or autofilled before hydration.
    if (current !== null && current.value !== '' && text === '') onType(formatPhone(current.value, mask));
    if (autoFocus) current?.focus();
  });
  useEffect(() => start(), []);

  return (
    <MaskedField
      ref={input}
      label={t`Номер телефона`}
      name="phone"
      type="tel"
      inputMode="tel"
      autoComplete={autoComplete}
      placeholder={mask.replaceAll('#', '_')}
      value={text}
      mask={phoneMaskOf(mask)}
      onType={onType}
      error={error ?? certain}
      required
    />
  );
}

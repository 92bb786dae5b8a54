import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { Field } from '#base/ui/fields/field.tsx';
import { editPhone, formatPhone, type PhoneFault } from './phone-mask.ts';

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
  const [prefix = ''] = mask.split(' ');
  const texts = {
    empty: t`Заполните поле`,
    short: t`Номер введён не полностью`,
    foreign: t`Нужен номер, который начинается с ${prefix}`,
  };
  return (fault) => texts[fault];
}

const useBrowserLayoutEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect;

/** A phone field in the mask of the country: accepts any notation, typed or pasted, and keeps the caret in place. */
export function PhoneField({ mask, text, onType, error, autoComplete, autoFocus = false }: PhoneFieldProps) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);

  useBrowserLayoutEffect(() => {
    if (caret.current === null) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  const start = useEffectEvent(() => {
    const { current } = input;
    // Takes over text that was typed or autofilled before hydration.
    if (current !== null && current.value !== '' && text === '') onType(formatPhone(current.value, mask));
    if (autoFocus) current?.focus();
  });
  useEffect(() => start(), []);

  function edit({ value, selectionStart }: HTMLInputElement, event: Event) {
    const kind = event instanceof InputEvent ? event.inputType : '';
    const edited = editPhone({ before: text, text: value, caret: selectionStart ?? value.length, kind }, mask);
    caret.current = edited.caret;
    onType(edited.text);
  }

  return (
    <Field
      ref={input}
      label={t`Номер телефона`}
      name="phone"
      type="tel"
      inputMode="tel"
      autoComplete={autoComplete}
      placeholder={mask.replaceAll('#', '_')}
      value={text}
      onChange={(event) => edit(event.currentTarget, event.nativeEvent)}
      error={error}
      required
    />
  );
}

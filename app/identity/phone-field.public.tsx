import { useLingui } from '@lingui/react/macro';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { Field } from '#base/ui/field.tsx';
import { editPhone, formatPhone, type PhoneFault } from './phone-mask.ts';

interface PhoneFieldProps {
  /** The country's mask (GET Config). */
  readonly mask: string;
  readonly text: string;
  readonly onType: (text: string) => void;
  readonly error: string | null;
  /** `username` where a password goes with it, so that the browser's keychain knows both. */
  readonly autoComplete: 'tel' | 'username';
  readonly autoFocus?: boolean;
}

/** Says in words what is wrong with a phone of the country whose mask this is. */
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

/** A phone in the country's mask: takes any writing, typed or pasted, and leaves the caret where it was. */
export function PhoneField({ mask, text, onType, error, autoComplete, autoFocus = false }: PhoneFieldProps) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);

  useBrowserLayoutEffect(() => {
    if (caret.current === null) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  const first = useRef({ text, onType, mask, autoFocus });
  useEffect(() => {
    const { current } = input;
    const { text: kept, onType: adopt, mask: shape, autoFocus: isWanted } = first.current;
    // What was typed, or filled in by the browser, before the page came alive.
    if (current !== null && current.value !== '' && kept === '') adopt(formatPhone(current.value, shape));
    if (isWanted) current?.focus();
  }, []);

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

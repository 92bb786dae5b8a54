import { useLingui } from '@lingui/react';
import { type ComponentProps, useLayoutEffect, useRef, useState } from 'react';
import { editMasked, type Mask, type MaskedText, pasted } from '#base/text/masked-text.ts';
import { type Field, FieldFrame } from './field.tsx';

interface Masked {
  readonly value: string;
  readonly mask: Mask;
  /** `isAtEnd`: nothing follows the caret. */
  readonly onType: (text: string, isAtEnd: boolean) => void;
}

// A field that cut a text short would take it for another value.
type MaskedInputProps = Masked & Omit<ComponentProps<'input'>, keyof Masked | 'onChange' | 'maxLength'>;

interface Held extends MaskedText {
  /** What the field has passed on. */
  readonly text: string;
  readonly isEnglish: boolean;
}

/** An input that formats typed and pasted text, and keeps the caret in place. */
export function MaskedInput({ value, mask, onType, ...input }: MaskedInputProps) {
  const { english } = mask;
  const isEnglish = useLingui().i18n.locale === 'en';
  const form = (isEnglish && english) || mask;
  const [held, hold] = useState<Held>();
  const moved = useRef<{ readonly field: HTMLInputElement; readonly caret: number }>(null);
  useLayoutEffect(() => {
    moved.current?.field.setSelectionRange(moved.current.caret, moved.current.caret);
    moved.current = null;
  });

  function shownNow(): MaskedText {
    if (held?.text === value && held.isEnglish === isEnglish) return held;
    if (form !== english) return { signs: pasted(value, mask).signs, shown: value };
    return pasted(english.from(value), english);
  }
  const before = shownNow();

  function edit(field: HTMLInputElement, event: Event) {
    const { inputType: kind = '', data: put = null } = event instanceof InputEvent ? event : {};
    const { value: text, selectionStart } = field;
    const { caret, ...after } = editMasked({ before, text, caret: selectionStart ?? text.length, kind, put }, form);
    const isAtEnd = caret === after.shown.length;
    // At the end the browser puts it itself, and the next field may have got the focus.
    if (!isAtEnd) moved.current = { field, caret };
    const passedOn = mask.show(after.signs);
    // What means nothing leaves the text as it was, and React puts the caret at its end: it is drawn again in each case.
    hold({ ...after, text: passedOn, isEnglish });
    onType(passedOn, isAtEnd);
  }

  return <input {...input} value={before.shown} onChange={(event) => edit(event.currentTarget, event.nativeEvent)} />;
}

type MaskedFieldProps = Masked & Omit<ComponentProps<typeof Field>, keyof Masked | 'onChange' | 'maxLength'>;

/** A masked input with its label above and its error below. */
export function MaskedField({ label, error, hint, mark, className, ...input }: MaskedFieldProps) {
  return (
    <FieldFrame label={label} error={error} hint={hint} className={className}>
      {(ties) => (
        <>
          <MaskedInput {...input} {...ties} />
          {mark}
        </>
      )}
    </FieldFrame>
  );
}

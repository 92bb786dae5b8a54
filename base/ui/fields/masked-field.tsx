import { type ComponentProps, useLayoutEffect, useReducer, useRef } from 'react';
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

/** An input that formats typed and pasted text, and keeps the caret in place. */
export function MaskedInput({ value, mask, onType, ...input }: MaskedInputProps) {
  const held = useRef<MaskedText>(null);
  const moved = useRef<{ readonly field: HTMLInputElement; readonly caret: number }>(null);
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  useLayoutEffect(() => {
    moved.current?.field.setSelectionRange(moved.current.caret, moved.current.caret);
    moved.current = null;
  });

  function edit(field: HTMLInputElement, event: Event) {
    const kind = event instanceof InputEvent ? event.inputType : '';
    const { value: text, selectionStart } = field;
    const before = held.current?.shown === value ? held.current : { signs: pasted(value, mask).signs, shown: value };
    const { caret, ...after } = editMasked({ before, text, caret: selectionStart ?? text.length, kind }, mask);
    held.current = after;
    const isAtEnd = caret === after.shown.length;
    // At the end the browser puts it itself, and the next field may have got the focus.
    if (!isAtEnd) moved.current = { field, caret };
    // What means nothing leaves the text as it was, and React puts the caret at its end.
    redraw();
    onType(after.shown, isAtEnd);
  }

  return <input {...input} value={value} onChange={(event) => edit(event.currentTarget, event.nativeEvent)} />;
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

import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { editMasked, type Format } from '#base/text/masked-text.ts';
import { type Field, FieldFrame } from './field.tsx';

interface Masked {
  readonly value: string;
  readonly format: Format;
  /** `isAtEnd`: nothing follows the caret. */
  readonly onType: (text: string, isAtEnd: boolean) => void;
}

type MaskedInputProps = Masked & Omit<ComponentProps<'input'>, keyof Masked | 'onChange'>;

/** An input that formats typed and pasted text, and keeps the caret in place. */
export function MaskedInput({ value, format, onType, ...input }: MaskedInputProps) {
  const moved = useRef<{ readonly field: HTMLInputElement; readonly caret: number }>(null);
  useLayoutEffect(() => {
    moved.current?.field.setSelectionRange(moved.current.caret, moved.current.caret);
    moved.current = null;
  });

  function edit(field: HTMLInputElement, event: Event) {
    const kind = event instanceof InputEvent ? event.inputType : '';
    const { value: typed, selectionStart } = field;
    const { text, caret } = editMasked(
      { before: value, text: typed, caret: selectionStart ?? typed.length, kind },
      format,
    );
    const isAtEnd = caret === text.length;
    // At the end the browser puts it itself, and the next field may have got the focus.
    if (!isAtEnd) moved.current = { field, caret };
    onType(text, isAtEnd);
  }

  return <input {...input} value={value} onChange={(event) => edit(event.currentTarget, event.nativeEvent)} />;
}

type MaskedFieldProps = Masked & Omit<ComponentProps<typeof Field>, keyof Masked | 'onChange'>;

/** A masked input with its label above and its error below. */
export function MaskedField({ label, error, hint, mark, className, ...input }: MaskedFieldProps) {
  return (
    <FieldFrame {...{ label, error, hint, className }}>
      {(ties) => (
        <>
          <MaskedInput {...input} {...ties} />
          {mark}
        </>
      )}
    </FieldFrame>
  );
}

import type { ComponentProps, ReactNode } from 'react';
import { FieldFrame } from './field.tsx';

interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'id' | 'aria-invalid' | 'aria-describedby'> {
  readonly label: ReactNode;
  readonly error?: string | undefined;
}

/** A native select with its label above and its error below. */
export function SelectField({ label, error, children, className, ...select }: SelectFieldProps) {
  return (
    <FieldFrame label={label} error={error} className={className}>
      {(ties) => (
        <select {...select} {...ties}>
          {children}
        </select>
      )}
    </FieldFrame>
  );
}

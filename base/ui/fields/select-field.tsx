import { type ComponentProps, type ReactNode, useId } from 'react';
import { FailureText } from '../failures/failure-text.tsx';
import classes from './select-field.module.css';

interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'id' | 'aria-invalid' | 'aria-describedby'> {
  readonly label: ReactNode;
  readonly error?: string | undefined;
}

/** A native select with its label above and its error below. */
export function SelectField({ label, error, children, className, ...select }: SelectFieldProps) {
  const id = useId();
  return (
    <div className={[classes.field, className].filter(Boolean).join(' ')}>
      <label className={classes.label} htmlFor={id}>
        {label}
      </label>
      <select
        {...select}
        id={id}
        className={classes.select}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : `${id}-fault`}
      >
        {children}
      </select>
      <span id={`${id}-fault`} role="alert" className={classes.fault}>
        <FailureText>{error}</FailureText>
      </span>
    </div>
  );
}

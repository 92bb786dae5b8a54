import { type ComponentProps, type ReactNode, useId } from 'react';
import classes from './field.module.css';

interface FieldProps extends Omit<ComponentProps<'input'>, 'id' | 'aria-invalid' | 'aria-describedby'> {
  readonly label: ReactNode;
  /** What is wrong with the value, in words; read aloud when it appears. */
  readonly error?: ReactNode;
  readonly hint?: ReactNode;
  /** Stands at the right end of the field. */
  readonly mark?: ReactNode;
}

/** A one-line text field with its label above and its fault below: a plain input, nothing else. */
export function Field({ label, error, hint, mark, className, ...input }: FieldProps) {
  const id = useId();
  const hasError = error !== null && error !== undefined;
  const hasHint = hint !== null && hint !== undefined;
  return (
    <div className={[classes.field, className].filter(Boolean).join(' ')}>
      <label className={classes.label} htmlFor={id}>
        {label}
      </label>
      <div className={classes.box} data-invalid={hasError || undefined}>
        <input
          {...input}
          id={id}
          className={classes.input}
          aria-invalid={hasError || undefined}
          aria-describedby={hasError || hasHint ? `${id}-more` : undefined}
        />
        {mark}
      </div>
      <div id={`${id}-more`} className={classes.more}>
        <span role="alert" className={classes.error}>
          {hasError && error}
        </span>
        {!hasError && hasHint && <span>{hint}</span>}
      </div>
    </div>
  );
}

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'id' | 'aria-invalid' | 'aria-describedby'> {
  readonly label: ReactNode;
  readonly error?: ReactNode;
  readonly hint?: ReactNode;
}

/** A text field of several lines that grows with its text. */
export function TextField({ label, error, hint, className, ...area }: TextAreaProps) {
  const id = useId();
  const hasError = error !== null && error !== undefined;
  return (
    <div className={[classes.field, className].filter(Boolean).join(' ')}>
      <label className={classes.label} htmlFor={id}>
        {label}
      </label>
      <div className={classes.box} data-invalid={hasError || undefined}>
        <textarea
          {...area}
          id={id}
          className={classes.area}
          aria-invalid={hasError || undefined}
          aria-describedby={`${id}-more`}
        />
      </div>
      <div id={`${id}-more`} className={classes.more}>
        <span role="alert" className={classes.error}>
          {hasError && error}
        </span>
        <span>{hint}</span>
      </div>
    </div>
  );
}

interface ToggleProps extends Omit<ComponentProps<'input'>, 'type' | 'children'> {
  readonly children: ReactNode;
  readonly checked: boolean;
}

/** A switch with its words beside it. */
export function Toggle({ children, className, checked, ...input }: ToggleProps) {
  return (
    <label className={[classes.toggle, className].filter(Boolean).join(' ')}>
      <input
        {...input}
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        className={classes.switch}
      />
      <span>{children}</span>
    </label>
  );
}

import { type ComponentProps, type ReactNode, useId } from 'react';
import classes from './field.module.css';

interface FieldWords {
  readonly label: ReactNode;
  /** What is wrong with the value, in words; read aloud when it appears. */
  readonly error?: ReactNode;
  /** Stands where the fault would. */
  readonly hint?: ReactNode;
  readonly className?: string | undefined;
}

/** What ties an input to its label, its fault and its hint. */
interface Ties {
  readonly id: string;
  readonly className: string | undefined;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string;
}

interface FieldFrameProps extends FieldWords {
  /** How much of it is used, at the end of the line below. */
  readonly counter?: ReactNode;
  /** The input, and what stands beside it. */
  readonly children: (ties: Ties) => ReactNode;
}

/** A field with its label above, its fault or its hint below. */
export function FieldFrame({ label, error, hint, counter, className, children }: FieldFrameProps) {
  const id = useId();
  const hasError = error !== null && error !== undefined;
  return (
    <div className={[classes.field, className].filter(Boolean).join(' ')}>
      <label className={classes.label} htmlFor={id}>
        {label}
      </label>
      <div className={classes.box} data-invalid={hasError || undefined}>
        {children({
          id,
          className: classes.input,
          'aria-invalid': hasError || undefined,
          'aria-describedby': `${id}-more`,
        })}
      </div>
      <div id={`${id}-more`} className={classes.more}>
        <span role="alert" className={classes.error}>
          {hasError && error}
        </span>
        <span>{!hasError && hint}</span>
        <span className={classes.counter}>{counter}</span>
      </div>
    </div>
  );
}

type Own = 'id' | 'className' | 'aria-invalid' | 'aria-describedby';

interface FieldProps extends FieldWords, Omit<ComponentProps<'input'>, Own> {
  /** Stands at the right end of the field. */
  readonly mark?: ReactNode;
}

/** A one-line text field with its label above and its fault below: a plain input, nothing else. */
export function Field({ label, error, hint, mark, className, ...input }: FieldProps) {
  return (
    <FieldFrame {...{ label, error, hint, className }}>
      {(ties) => (
        <>
          <input {...input} {...ties} />
          {mark}
        </>
      )}
    </FieldFrame>
  );
}

interface TextAreaProps extends FieldWords, Omit<ComponentProps<'textarea'>, Own> {
  readonly counter?: ReactNode;
}

/** A text field of several lines that grows with its text. */
export function TextField({ label, error, hint, counter, className, ...area }: TextAreaProps) {
  return (
    <FieldFrame {...{ label, error, hint, counter, className }}>
      {(ties) => <textarea {...area} {...ties} className={classes.area} />}
    </FieldFrame>
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

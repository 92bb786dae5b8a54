import { type ComponentProps, type ReactNode, useId } from 'react';
import { maximumLength } from '#base/text/form-rules.ts';
import { FailureText } from '../failures/failure-text.tsx';
import { unrecordedKeys } from '../theme/unrecorded.ts';
import classes from './field.module.css';

interface FieldWords {
  readonly label: ReactNode;
  /** The error message, announced when it appears. */
  readonly error?: ReactNode;
  /** Shown while there is no error. */
  readonly hint?: ReactNode;
  readonly className?: string | undefined;
}

/** The ids that connect an input with its label, error and hint. */
interface Ties {
  readonly id: string;
  readonly className: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string;
}

interface FieldFrameProps extends FieldWords {
  /** The counter at the end of the line below. */
  readonly counter?: ReactNode;
  /** The input and its adornments. */
  readonly children: (ties: Ties) => ReactNode;
}

/** A field with its label above and its error or hint below. */
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
          className: `${classes.input} ${unrecordedKeys}`,
          'aria-invalid': hasError || undefined,
          'aria-describedby': `${id}-more`,
        })}
      </div>
      <div id={`${id}-more`} className={classes.more}>
        <span role="alert" className={classes.error}>
          <FailureText>{hasError && error}</FailureText>
        </span>
        <span>{!hasError && hint}</span>
        <span className={classes.counter}>{counter}</span>
      </div>
    </div>
  );
}

/** A text that is too long stays whole, with its fault: cut short it would be another text. Dialogs do not send it. */
function lengthFault(value: unknown, maxLength: number | undefined): string | null {
  return typeof value === 'string' && maxLength !== undefined ? maximumLength(maxLength)(value) : null;
}

/** Of a field that the browser alone holds, as a search, it keeps the length. */
const heldLength = (value: unknown, maxLength: number | undefined) => (value === undefined ? maxLength : undefined);

type Own = 'id' | 'className' | 'aria-invalid' | 'aria-describedby';

interface FieldProps extends FieldWords, Omit<ComponentProps<'input'>, Own> {
  /** Rendered at the right end of the field. */
  readonly mark?: ReactNode;
}

/** A one-line text field with its label above and its error below. */
export function Field({ label, error, hint, mark, className, maxLength, ...input }: FieldProps) {
  const tooLong = lengthFault(input.value, maxLength);
  return (
    <FieldFrame label={label} error={tooLong ?? error} hint={hint} className={className}>
      {(ties) => (
        <>
          <input
            {...input}
            data-too-long={tooLong !== null || undefined}
            maxLength={heldLength(input.value, maxLength)}
            {...ties}
          />
          {mark}
        </>
      )}
    </FieldFrame>
  );
}

interface TextAreaProps extends FieldWords, Omit<ComponentProps<'textarea'>, Own> {
  readonly counter?: ReactNode;
}

/** A text field with several lines that grows with its text. */
export function TextField({ label, error, hint, counter, className, maxLength, ...area }: TextAreaProps) {
  const tooLong = lengthFault(area.value, maxLength);
  return (
    <FieldFrame label={label} error={tooLong ?? error} hint={hint} counter={counter} className={className}>
      {(ties) => (
        <textarea
          {...area}
          data-too-long={tooLong !== null || undefined}
          maxLength={heldLength(area.value, maxLength)}
          {...ties}
          className={`${classes.area} ${unrecordedKeys}`}
        />
      )}
    </FieldFrame>
  );
}

interface ToggleProps extends Omit<ComponentProps<'input'>, 'type' | 'children'> {
  readonly children: ReactNode;
  readonly checked: boolean;
}

/** A switch with its label beside it. */
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

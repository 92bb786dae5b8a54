import type { ReactNode } from 'react';
import classes from './choice.module.css';

interface ChoiceProps<Value extends string> {
  /** What is chosen, for those who hear the page. */
  readonly label: string;
  readonly options: readonly {
    readonly value: Value;
    readonly label: string;
    /** The language of the label, where it is not the page's. */
    readonly lang?: string;
    readonly content: ReactNode;
  }[];
  readonly value: Value | undefined;
  readonly onChange: (value: Value) => void;
}

/** A row of small buttons of which one is pressed. */
export function Choice<Value extends string>({ label, options, value, onChange }: ChoiceProps<Value>) {
  return (
    <fieldset className={classes.choice} aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={classes.option}
          lang={option.lang}
          aria-label={option.label}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.content}
        </button>
      ))}
    </fieldset>
  );
}

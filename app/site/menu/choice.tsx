import type { ReactNode } from 'react';
import { HiddenLegend } from '#base/ui/fields/hidden-legend.tsx';
import classes from './choice.module.css';

interface ChoiceProps<Value extends string> {
  /** The accessible name of the group. */
  readonly label: string;
  readonly options: readonly {
    readonly value: Value;
    /** Its accessible name if `content` is a picture. */
    readonly label?: string;
    /** The language of the name if it differs from the page. */
    readonly lang?: string;
    readonly content: ReactNode;
  }[];
  readonly value: Value | undefined;
  readonly onChange: (value: Value) => void;
}

/** A row of small buttons of which one is pressed. */
export function Choice<Value extends string>({ label, options, value, onChange }: ChoiceProps<Value>) {
  return (
    <fieldset className={classes.choice}>
      <HiddenLegend>{label}</HiddenLegend>
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

import type { ReactNode } from 'react';
import { HiddenLegend } from '../fields/hidden-legend.tsx';
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
  /** It fills its place, in equal parts. */
  readonly isWide?: boolean;
}

/** A row of small buttons of which one is pressed. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, options, value, onChange, isWide = false } = props;
  return (
    <fieldset className={classes.choice} data-wide={isWide || undefined}>
      <HiddenLegend>{label}</HiddenLegend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
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

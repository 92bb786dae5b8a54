import type { ReactNode } from 'react';
import classes from './check-list.module.css';

interface CheckListProps<Choice extends string> {
  readonly title: ReactNode;
  readonly all: readonly Choice[];
  readonly names: Readonly<Record<Choice, string>>;
  readonly chosen: readonly Choice[];
  readonly onChange: (chosen: readonly Choice[]) => void;
}

/** A choice of several options. */
export function CheckList<Choice extends string>({ title, all, names, chosen, onChange }: CheckListProps<Choice>) {
  return (
    <fieldset className={classes.choices}>
      <legend>{title}</legend>
      {all.map((choice) => (
        <label key={choice}>
          <input
            type="checkbox"
            checked={chosen.includes(choice)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(checked ? [...chosen, choice] : chosen.filter((one) => one !== choice))
            }
          />
          {names[choice]}
        </label>
      ))}
    </fieldset>
  );
}

import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { takeFocus } from '../fields/take-focus.ts';
import { withKeptFocus } from '../page/kept-focus.ts';
import { isBehindFirst } from './behind-first.ts';
import classes from './chips.module.css';

interface Chip<Id> {
  readonly id: Id;
  readonly text: string;
  /** Dimmed, behind the text; null: none. */
  readonly note: string | null;
  /** It cannot be chosen now. */
  readonly isOff?: boolean;
}

interface ChipsProps<Id> {
  readonly chips: readonly Chip<Id>[];
  /** How many are shown first. */
  readonly most: number;
  /** Long notes stand below their texts. */
  readonly notes: 'short' | 'long';
  readonly chosen: Id | null;
  readonly onChoose: (id: Id | null) => void;
}

/**
 * Chips of which one may be pressed; a second tap takes it back. Of many the first ones, until all are asked for or another one
 * is chosen.
 */
export function Chips<Id extends string | number>({ chips, most, notes, chosen, onChoose }: ChipsProps<Id>) {
  const [isAsked, setAsked] = useState(false);
  const [isWhole, setWhole] = useState(chips.length <= most + 1);
  const first = chips.slice(0, most);
  // What is seen stays when the choice is taken back.
  if (!isWhole && isBehindFirst(chips, most, chosen)) setWhole(true);
  const shown = isWhole || isAsked ? chips : first;
  const left = chips.length - shown.length;
  return (
    <>
      {shown.map(({ id, text, note, isOff }, at) => (
        <button
          key={id}
          // The one that takes the place of the button for more.
          ref={isAsked && at === most ? takeFocus : null}
          type="button"
          className={classes.chip}
          data-notes={notes}
          aria-pressed={id === chosen}
          {...withKeptFocus({
            disabled: isOff,
            onClick: () => {
              // What is seen stays when the choice is taken back.
              if (left === 0) setWhole(true);
              onChoose(id === chosen ? null : id);
            },
          })}
        >
          <bdi>{text}</bdi>
          {note !== null && <small>{note}</small>}
        </button>
      ))}
      {left > 0 && (
        <button type="button" className={classes.chip} onClick={() => setAsked(true)}>
          <small>
            <Trans>Ещё {left}</Trans>
          </small>
        </button>
      )}
    </>
  );
}

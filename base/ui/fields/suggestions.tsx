import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import classes from './suggestions.module.css';

interface Suggested<Item> {
  /** Empty: the list is closed. */
  readonly items: readonly Item[];
  /** Enter takes the first one without a press of an arrow. */
  readonly isFirstChosen?: boolean;
  readonly onTake: (item: Item) => void;
  /** The list is to be closed without a choice. */
  readonly onClose: () => void;
}

/**
 * An ARIA combobox: the focus stays in the field, arrows move through what it suggests, Enter takes one, Escape closes the list. What is
 * typed is reset by `reset`.
 */
export function useSuggestions<Item>({ items, isFirstChosen = false, onTake, onClose }: Suggested<Item>) {
  const id = useId();
  // The position before the first one means none: the text stays as typed.
  const start = isFirstChosen ? 0 : -1;
  const [active, setActive] = useState(start);
  const chosen = items[active];
  const isOpen = items.length > 0;
  const reset = () => setActive(start);

  function close() {
    reset();
    onClose();
  }

  function take(item: Item) {
    reset();
    onTake(item);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!isOpen) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      const places = items.length - start;
      setActive(((active - start + step + places) % places) + start);
    } else if (event.key === 'Enter' && chosen !== undefined) take(chosen);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
  }

  return {
    list: { id, items, active, take },
    reset,
    close,
    /** What the input gets. */
    ties: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? `${id}-list` : undefined,
      'aria-activedescendant': chosen === undefined ? undefined : `${id}-${active}`,
      onKeyDown,
    },
  } as const;
}

interface SuggestionsProps<Item> {
  readonly list: {
    readonly id: string;
    readonly items: readonly Item[];
    readonly active: number;
    readonly take: (item: Item) => void;
  };
  readonly label: string;
  readonly keyOf: (item: Item) => string;
  /** Draws one: its name in `<b>`, what belongs to it in `<span>`. */
  readonly children: (item: Item) => ReactNode;
}

// What an arrow has reached is seen, in a long list and on a low screen.
const beSeen = (option: HTMLElement | null) => option?.scrollIntoView({ block: 'nearest' });

/** The list of a combobox; nothing while it is closed. */
export function Suggestions<Item>({
  list: { id, items, active, take },
  label,
  keyOf,
  children,
}: SuggestionsProps<Item>) {
  if (items.length === 0) return null;
  return (
    <div id={`${id}-list`} role="listbox" tabIndex={-1} aria-label={label} className={classes.list}>
      {items.map((item, index) => (
        <div
          key={keyOf(item)}
          ref={index === active ? beSeen : undefined}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={classes.option}
          // Fires before the field loses the focus, which closes the list.
          onPointerDown={(event) => {
            event.preventDefault();
            take(item);
          }}
        >
          {children(item)}
        </div>
      ))}
    </div>
  );
}

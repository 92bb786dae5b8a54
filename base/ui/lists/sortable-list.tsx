import { Trans, useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { Row, Stack } from '#base/ui/layout/parts.tsx';
import classes from './sortable-list.module.css';

interface SortableListProps<Item> {
  readonly items: readonly Item[];
  /** The list's accessible name. */
  readonly label: string;
  readonly keyOf: (item: Item) => string;
  /** An item's name in announcements. */
  readonly nameOf: (item: Item) => string;
  readonly onChange: (items: Item[]) => void;
  readonly children: (item: Item, index: number) => ReactNode;
}

/** The items with one of them moved. */
function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.filter((_, index) => index !== from);
  const item = items[from];
  return item === undefined ? rest : [...rest.slice(0, to), item, ...rest.slice(to)];
}

/**
 * A list sorted by handles: with mouse, finger or keyboard (arrows, Home, End on the handle). Moves are announced to screen readers. Reports
 * the whole new order.
 */
export function SortableList<Item>({ items, label, keyOf, nameOf, onChange, children }: SortableListProps<Item>) {
  const { t } = useLingui();
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const [announcement, setAnnouncement] = useState('');

  const move = (from: number, to: number) => {
    const item = items[from];
    if (item === undefined || to < 0 || to >= items.length || to === from) return;
    onChange(moved(items, from, to));
    const place = to + 1;
    const name = nameOf(item);
    setAnnouncement(t`${name}: место ${place} из ${items.length}`);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>, index: number) => {
    const target = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: items.length - 1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    move(index, target);
  };

  const onPointerMove = (event: PointerEvent<HTMLButtonElement>, index: number) => {
    if (dragged === null) return;
    const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect());
    const over = rows.findIndex(({ top, bottom }) => event.clientY >= top && event.clientY < bottom);
    const row = rows[over];
    // Only past the middle of a neighbour, so that rows of different heights do not swap forever.
    if (row === undefined || over === index) return;
    const isPast = over < index ? event.clientY < row.top + row.height / 2 : event.clientY > row.top + row.height / 2;
    if (isPast) move(index, over);
  };

  return (
    <>
      <Stack ref={list} as="ol" gap={6} fit aria-label={label}>
        {items.map((item, index) => {
          const key = keyOf(item);
          const name = nameOf(item);
          return (
            <Row
              key={key}
              as="li"
              className={classes.row}
              gap={4}
              align="center"
              nowrap
              card
              data-dragged={dragged === key || undefined}
            >
              <button
                type="button"
                className={classes.handle}
                aria-label={t`Переставить: ${name}`}
                aria-keyshortcuts="ArrowUp ArrowDown Home End"
                onKeyDown={(event) => onKeyDown(event, index)}
                onPointerDown={(event) => {
                  event.currentTarget.setPointerCapture(event.pointerId);
                  setDragged(key);
                }}
                onPointerMove={(event) => onPointerMove(event, index)}
                onPointerUp={() => setDragged(null)}
                onPointerCancel={() => setDragged(null)}
              >
                <span aria-hidden="true" className={classes.grip} />
              </button>
              <div className={classes.content}>{children(item, index)}</div>
            </Row>
          );
        })}
      </Stack>
      <p className={classes.hint}>
        <Trans>Тяните за ручку слева.</Trans>{' '}
        <span className={classes.keys}>
          <Trans>Или переставляйте стрелками, когда она в фокусе.</Trans>
        </span>
      </p>
      <div role="status" className="spoken">
        {announcement}
      </div>
    </>
  );
}

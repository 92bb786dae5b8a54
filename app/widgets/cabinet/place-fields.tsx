import { Trans, useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { Row, Stack, Text } from '#base/ui/layout/parts.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { type AlertPlace, defaultPlace, movedPlace, type Size, widenedPlace } from '../look/alert-place.ts';
import classes from './place-fields.module.css';
import { NumberField } from './settings-fields.tsx';

interface PlaceProps {
  readonly place: AlertPlace;
  readonly onChange: (place: AlertPlace) => void;
}

/** Drawn over the alert in the preview: dragging it moves the alert, dragging its corner makes it wider. */
export function PlaceHandles({ place, onChange }: PlaceProps) {
  const { t } = useLingui();
  return (
    <>
      <Handle
        place={place}
        onChange={onChange}
        className={classes.move}
        label={t`Место оповещения: перетащите или двигайте стрелками`}
        change={movedPlace}
      />
      <Handle
        place={place}
        onChange={onChange}
        className={classes.widen}
        label={t`Размер оповещения: тяните угол или нажимайте стрелки`}
        change={(from, by, alert, stream) => widenedPlace(from, by.x, alert, stream)}
      />
    </>
  );
}

const arrows: Readonly<Record<string, { readonly x: number; readonly y: number }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** The sizes of the alert and of the stream, which are the boxes that the handle is positioned in. */
function sizesAround(handle: HTMLElement): { readonly alert: Size; readonly stream: Size } | null {
  const alert = handle.offsetParent;
  const stream = alert instanceof HTMLElement ? alert.offsetParent : null;
  return alert && stream ? { alert: alert.getBoundingClientRect(), stream: stream.getBoundingClientRect() } : null;
}

interface HandleProps extends PlaceProps {
  readonly className: string | undefined;
  readonly label: string;
  readonly change: typeof movedPlace;
}

function Handle({ place, className, label, change, onChange }: HandleProps) {
  const start = useRef<{ place: AlertPlace; x: number; y: number; alert: Size; stream: Size }>(null);
  return (
    <button
      type="button"
      className={className}
      aria-label={label}
      aria-keyshortcuts="ArrowLeft ArrowRight ArrowUp ArrowDown"
      onPointerDown={({ currentTarget, pointerId, clientX: x, clientY: y }) => {
        currentTarget.setPointerCapture(pointerId);
        const sizes = sizesAround(currentTarget);
        start.current = sizes && { place, x, y, ...sizes };
      }}
      onPointerMove={({ clientX, clientY }) => {
        const from = start.current;
        if (from) onChange(change(from.place, { x: clientX - from.x, y: clientY - from.y }, from.alert, from.stream));
      }}
      onLostPointerCapture={() => {
        start.current = null;
      }}
      onKeyDown={(event) => {
        const step = arrows[event.key];
        const sizes = sizesAround(event.currentTarget);
        if (step === undefined || sizes === null) return;
        event.preventDefault();
        const { alert, stream } = sizes;
        const by = { x: (step.x * stream.width) / 100, y: (step.y * stream.height) / 100 };
        onChange(change(place, by, alert, stream));
      }}
    />
  );
}

interface PlaceFieldsProps extends PlaceProps {
  readonly error: (field: keyof AlertPlace) => string | undefined;
}

/** The same in numbers. */
export function PlaceFields({ place, error, onChange }: PlaceFieldsProps) {
  const { t } = useLingui();
  const labels = { x: t`По горизонтали`, y: t`По вертикали`, width: t`Ширина` };
  return (
    <>
      <Stack className={classes.numbers} gap={12} align="start">
        {(['x', 'y', 'width'] as const).map((field) => (
          <NumberField
            key={field}
            of="decimal"
            label={labels[field]}
            mark="%"
            value={place[field]}
            error={error(field)}
            onChange={(value) => onChange({ ...place, [field]: value })}
          />
        ))}
      </Stack>
      <Row gap={10} align="center" justify="between">
        <Text as="span" className={classes.hint} size={14} dim>
          <Trans>Перетащите оповещение или потяните за угол.</Trans>
        </Text>
        <ActionButton look="quiet" onClick={() => onChange(defaultPlace)}>
          <Trans>Вернуть на место</Trans>
        </ActionButton>
      </Row>
    </>
  );
}

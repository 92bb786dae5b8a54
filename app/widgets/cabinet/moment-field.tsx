import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { useDayZone } from '#base/pages/day-zone.ts';
import { parseTime } from '#base/text/day-text.ts';
import { dayAndTime } from '#base/text/days.ts';
import { serverNow } from '#base/text/server-clock.ts';
import { momentIn } from '#base/text/time-zones.ts';
import { DayField } from '#base/ui/dates/day-field.tsx';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { Field } from '#base/ui/fields/field.tsx';
import { Stack } from '#base/ui/layout/parts.tsx';
import classes from './settings-fields.module.css';

interface MomentFieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly value: string | null;
  readonly error?: string | undefined;
  readonly onChange: (value: string | null) => void;
}

/** From when on donations count: a day and time in the time zone of days; a day without a time begins at midnight. No day: null. */
export function MomentField({ label, hint, value, error, onChange }: MomentFieldProps) {
  const { t } = useLingui();
  const timeZone = useDayZone();
  const dateText = useDateText();
  const [day, clock] = value === null ? ['', ''] : dayAndTime(timeZone, new Date(value));
  const time = clock.slice(0, 5);
  const [typed, setTyped] = useState<string | null>(null);
  const [isWrong, setWrong] = useState(false);
  const isAhead = value !== null && new Date(value) > serverNow();
  const begins = isAhead ? dateText(value, { date: 'long', time: 'short' }) : null;
  const choose = (nextDay: string, nextTime: string) =>
    onChange(nextDay === '' ? null : momentIn(timeZone, nextDay, nextTime || '00:00').toISOString());
  return (
    <Stack className={classes.moment} gap={12} align="start">
      <DayField
        label={label}
        hint={begins === null ? hint : <Trans>Сбор начнётся {begins}. Донаты до этого не считаются</Trans>}
        error={error ?? null}
        value={day}
        onChoose={(next) => choose(next, time)}
      />
      <Field
        label={t`Время`}
        inputMode="numeric"
        placeholder="00:00"
        autoComplete="off"
        disabled={day === ''}
        error={isWrong ? t`Введите время так: 09:30` : null}
        value={typed ?? time}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setWrong(false);
        }}
        onBlur={() => {
          if (typed === null) return;
          const found = parseTime(typed);
          setWrong(found === null);
          if (found === null) return;
          setTyped(null);
          choose(day, found);
        }}
      />
    </Stack>
  );
}

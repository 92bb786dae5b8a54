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
import { unfinishedMoment } from './unfinished-moment.ts';

interface MomentFieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  /** A moment, or a day with a text that is no time: no server takes it, so it is never saved as another moment. */
  readonly value: string | null;
  readonly error?: string | undefined;
  readonly onChange: (value: string | null) => void;
}

/** The day and the time of a value as they stand in their fields. */
function partsOf(value: string | null, timeZone: string) {
  const { day, time } = unfinishedMoment.exec(value ?? '')?.groups ?? {};
  if (day !== undefined && time !== undefined) return { day, time, moment: null };
  if (value === null) return { day: '', time: '', moment: null };
  const moment = new Date(value);
  const [itsDay, itsTime] = dayAndTime(timeZone, moment);
  return { day: itsDay, time: itsTime.slice(0, 5), moment };
}

/** From when on donations count: a day and time in the time zone of days; a day without a time begins at midnight. No day: null. */
export function MomentField({ label, hint, value, error, onChange }: MomentFieldProps) {
  const { t } = useLingui();
  const timeZone = useDayZone();
  const dateText = useDateText();
  const { day, time, moment } = partsOf(value, timeZone);
  const [typed, setTyped] = useState<string | null>(null);
  // A day that is written anew keeps its time.
  const [lastTime, setLastTime] = useState('');
  const isWrong = day !== '' && moment === null;
  const begins = moment !== null && moment > serverNow() ? dateText(moment, { date: 'long', time: 'short' }) : null;

  function choose(nextDay: string, text: string) {
    if (nextDay === '') return onChange(null);
    const found = text.trim() === '' ? '00:00' : parseTime(text);
    onChange(found === null ? `${nextDay} ${text}` : momentIn(timeZone, nextDay, found).toISOString());
  }

  return (
    <Stack className={classes.moment} gap={16} align="start">
      <DayField
        label={label}
        hint={begins === null ? hint : <Trans>Сбор начнётся {begins}. Донаты до этого не считаются</Trans>}
        error={isWrong ? null : (error ?? null)}
        value={day}
        onChoose={(next) => {
          if (day !== '') setLastTime(time);
          choose(next, day === '' ? lastTime : time);
        }}
      />
      <Field
        label={t`Время`}
        inputMode="numeric"
        placeholder="00:00"
        autoComplete="off"
        disabled={day === ''}
        error={isWrong && (typed === null || error !== undefined) ? t`Введите время так: 09:30` : null}
        value={typed ?? time}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          choose(day, currentTarget.value);
        }}
        onBlur={() => setTyped(null)}
      />
    </Stack>
  );
}

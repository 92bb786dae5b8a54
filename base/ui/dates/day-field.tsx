import { useLingui } from '@lingui/react/macro';
import { IconCalendar } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { bring } from '#base/pages/bring.ts';
import { useDayZone } from '#base/pages/day-zone.ts';
import { dayText } from '#base/text/dates.ts';
import { dayFault, firstDay, lastDay, parseDay } from '#base/text/day-text.ts';
import { type DayPeriod, dayIn } from '#base/text/days.ts';
import { serverNow } from '#base/text/server-clock.ts';
import { FieldFrame } from '../fields/field.tsx';
import icon from '../page/icon-button.module.css';

const DayDialog = lazy(() => bring(() => import('./day-dialog.tsx')));

interface DayFieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
  readonly className?: string | undefined;
  /** `YYYY-MM-DD`; empty: none. */
  readonly value: string;
  /** The first and the last day that may be chosen; empty: no bound. */
  readonly min?: string;
  readonly max?: string;
  readonly onChoose: (day: string) => void;
  /** Given where the day is one end of a period: the calendar then offers periods. */
  readonly onChoosePeriod?: (period: DayPeriod) => void;
}

/** What was typed, over which day, and the days that it has chosen since. */
interface TypedDay {
  readonly text: string;
  readonly days: readonly string[];
}

/** What is wrong with a typed text; null: nothing. */
function useTypedFault({ min, max }: { readonly min: string; readonly max: string }) {
  const { t, i18n } = useLingui();
  const shown = (day: string) => dayText(day, i18n.locale);
  const example = shown('2026-11-21');
  const first = shown(min || firstDay);
  const last = shown(max || lastDay);
  return (text: string): string | null => {
    switch (dayFault(text, min || firstDay, max || lastDay)) {
      case 'none':
        return t`Такого дня нет`;
      case 'early':
        return t`Не раньше ${first}`;
      case 'late':
        return t`Не позже ${last}`;
      case null:
        return text.trim() === '' || parseDay(text) !== null ? null : t`Введите дату так: ${example}`;
    }
  };
}

/** A day, typed in the order of the site's language or chosen in a calendar. */
export function DayField({ label, value, min = '', max = '', onChoose, onChoosePeriod, ...words }: DayFieldProps) {
  const { t, i18n } = useLingui();
  const timeZone = useDayZone();
  const [typed, setTyped] = useState<TypedDay | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const faultOf = useTypedFault({ min, max });
  // A day chosen elsewhere replaces what was typed before. What was chosen by typing may come as the value only after the next key.
  const isCurrent = typed?.days.includes(value) ?? false;
  const shown = value === '' ? '' : dayText(value, i18n.locale);

  /** Chooses the day of a text, and returns it; null: none. */
  function take(text: string, isTyping: boolean): string | null {
    const day = text.trim() === '' ? '' : parseDay(text, { isTyping });
    if (day === null || faultOf(text) !== null) return null;
    if (day !== value) onChoose(day);
    return day;
  }

  function type(text: string) {
    const days = typed !== null && isCurrent ? typed.days : [value];
    const day = take(text, true);
    setTyped({ text, days: day === null ? days : [...days, day] });
    setFault(null);
  }

  function finish() {
    if (typed === null || !isCurrent) return;
    const found = faultOf(typed.text);
    setFault(found);
    if (found !== null) return;
    take(typed.text, false);
    setTyped(null);
  }

  return (
    <FieldFrame {...words} label={label} error={words.error ?? (isCurrent ? fault : null)}>
      {(ties) => (
        <>
          <input
            {...ties}
            data-wrong={(isCurrent && fault !== null) || undefined}
            value={typed !== null && isCurrent ? typed.text : shown}
            placeholder={t`дд.мм.гггг`}
            autoComplete="off"
            inputMode="numeric"
            onChange={({ currentTarget }) => type(currentTarget.value)}
            onBlur={finish}
            onKeyDown={({ key, altKey }) => {
              if (key === 'Enter') finish();
              if (key === 'ArrowDown' && altKey) setOpen(true);
            }}
          />
          <button
            ref={button}
            type="button"
            className={icon.button}
            aria-label={t`Календарь: ${label}`}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => setOpen(true)}
          >
            <IconCalendar size={20} stroke={1.75} aria-hidden />
          </button>
          {isOpen && (
            <Suspense>
              <DayDialog
                label={label}
                value={value}
                min={min}
                max={max}
                onChoosePeriod={onChoosePeriod}
                today={dayIn(timeZone, serverNow())}
                opener={button.current}
                onChoose={(day) => {
                  setTyped(null);
                  onChoose(day);
                }}
                onClose={() => setOpen(false)}
              />
            </Suspense>
          )}
        </>
      )}
    </FieldFrame>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { useLayoutEffect, useRef } from 'react';
import { DayPicker } from 'react-day-picker';
import { enGB, ru, uz } from 'react-day-picker/locale';
import { firstDay, lastDay } from '#base/text/day-text.ts';
import { type DayPeriod, dayAfter } from '#base/text/days.ts';
import { isLocale } from '#base/text/locales.ts';
import { Row } from '#base/ui/layout/parts.tsx';
import icon from '../page/icon-button.module.css';
import calendar from './calendar.module.css';
import classes from './day-dialog.module.css';

/** Days are written `YYYY-MM-DD`. */
interface DayDialogProps {
  readonly label: string;
  /** The button that opened it, beside which it stands. */
  readonly opener: HTMLElement | null;
  /** Empty: none is chosen. */
  readonly value: string;
  readonly today: string;
  /** The first and the last day that may be chosen; empty: no bound. */
  readonly min: string;
  readonly max: string;
  readonly onChoose: (day: string) => void;
  /** Given where the day is one end of a period: the dialog then offers periods. */
  readonly onChoosePeriod?: ((period: DayPeriod) => void) | undefined;
  readonly onClose: () => void;
}

const words = { ru, uz, en: enGB };

/** Midnight in UTC, in which the calendar counts. */
const dateOf = (day: string) => new Date(day);

/** The distance to the opener and to the edges of the window. */
const gap = 8;

/** Puts a dialog below a button, above it where there is more room, and within the window. */
function placeBeside(dialog: HTMLElement, opener: HTMLElement): void {
  const { top, bottom, left } = opener.getBoundingClientRect();
  const { width, height } = dialog.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const isBelow = bottom + gap + height <= clientHeight;
  const y = isBelow ? bottom + gap : Math.max(gap, top - gap - height);
  const x = Math.max(gap, Math.min(left, clientWidth - width - gap));
  // Measured in the window, and drawn larger on the widest screens.
  dialog.style.setProperty('--x', `calc(${x}px / var(--step, 1))`);
  dialog.style.setProperty('--y', `calc(${y}px / var(--step, 1))`);
}

/** The calendar of a field, loaded when it is opened. The native dialog traps the focus, closes on Escape and gives the focus back. */
export default function DayDialog(props: DayDialogProps) {
  const { label, opener, value, today, min, max, onChoose, onChoosePeriod, onClose } = props;
  const { i18n } = useLingui();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    if (!dialog.current || dialog.current.open) return;
    dialog.current.showModal();
    if (opener) placeBeside(dialog.current, opener);
  }, [opener]);
  const choose = (day: string) => {
    dialog.current?.close();
    onChoose(day);
  };
  const choosePeriod = (from: string) => {
    dialog.current?.close();
    onChoosePeriod?.({ from, to: today });
  };
  const first = min || firstDay;
  const last = max || lastDay;
  const isTodayFit = first <= today && today <= last;
  return (
    <dialog ref={dialog} className={classes.dialog} aria-label={label} closedby="any" onClose={onClose}>
      <DayPicker
        mode="single"
        required
        autoFocus
        showOutsideDays
        fixedWeeks
        captionLayout="dropdown"
        navLayout="around"
        className={calendar.calendar ?? ''}
        classNames={{ button_previous: icon.button ?? '', button_next: icon.button ?? '' }}
        locale={words[isLocale(i18n.locale) ? i18n.locale : 'ru']}
        lang={i18n.locale}
        timeZone="UTC"
        today={dateOf(today)}
        selected={value === '' ? undefined : dateOf(value)}
        defaultMonth={dateOf(value || today)}
        startMonth={dateOf(first)}
        endMonth={dateOf(last)}
        disabled={{ before: dateOf(first), after: dateOf(last) }}
        onSelect={(date) => choose(date.toISOString().slice(0, 10))}
      />
      <Row className={classes.foot} gap={6}>
        {(onChoosePeriod || isTodayFit) && (
          <button type="button" onClick={() => (onChoosePeriod ? choosePeriod(today) : choose(today))}>
            <Trans>Сегодня</Trans>
          </button>
        )}
        {onChoosePeriod && (
          <>
            <button type="button" onClick={() => choosePeriod(dayAfter(today, -6))}>
              <Trans>7 дней</Trans>
            </button>
            <button type="button" onClick={() => choosePeriod(`${today.slice(0, 7)}-01`)}>
              <Trans>Этот месяц</Trans>
            </button>
          </>
        )}
        {value !== '' && (
          <button type="button" onClick={() => choose('')}>
            <Trans>Очистить</Trans>
          </button>
        )}
      </Row>
    </dialog>
  );
}

import { Trans } from '@lingui/react/macro';
import { useMomentText } from '#base/ui/dates/use-moment-text.ts';
import { Panel } from '#base/ui/panel/panel.tsx';
import type { OwnClock } from '../clock-shapes.ts';
import { ClockRecord } from './clock-record.tsx';
import classes from './clock-screen.module.css';

interface LastClockProps {
  readonly clock: OwnClock;
  readonly currency: string;
}

/** What came of the last clock. */
export function LastClock({ clock, currency }: LastClockProps) {
  const { startedAt, closedAt, own } = clock;
  const moment = useMomentText();
  const from = moment(startedAt);
  const to = moment(closedAt ?? startedAt);
  return (
    <Panel title={<Trans>Последний донатон</Trans>}>
      {own?.endedFor ? (
        <p>
          <Trans>Остановил модератор: {own.endedFor}</Trans>
        </p>
      ) : null}
      <p className={classes.quiet}>
        <Trans>
          Начался {from}, закончился {to}
        </Trans>
      </p>
      <ClockRecord clock={clock} currency={currency} />
    </Panel>
  );
}

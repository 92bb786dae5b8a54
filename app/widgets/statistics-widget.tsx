import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { formatAmount } from '#base/money.ts';
import classes from './statistics-screen.module.css';
import { useWidget } from './use-widget.ts';
import { WidgetPage } from './widget-page.tsx';
import type { ShownStatistics } from './widgets.calls.ts';

/** Live donation statistics over the stream (specification, point 2): total, last and largest gift, goal. */
export function StatisticsWidget() {
  const { t } = useLingui();
  const { settings, figures } = useWidget({ withFigures: true });
  return (
    <WidgetPage title={t`Статистика`}>
      {settings && figures && (
        <main className={classes.board}>
          {figures.goal && <Goal goal={figures.goal} currency={settings.currency} />}
          <Total figures={figures} currency={settings.currency} />
          {figures.last.length > 0 && <Gifts figures={figures} />}
        </main>
      )}
    </WidgetPage>
  );
}

function Goal({ goal, currency }: { goal: NonNullable<ShownStatistics['goal']>; currency: string }) {
  return (
    <section className={classes.goal} data-reached={goal.percent >= 100 || undefined}>
      <p className={classes.row}>
        <b>{goal.title}</b>
        <span>{goal.percent} %</span>
      </p>
      <div className={classes.track}>
        <div className={classes.fill} style={{ transform: `scaleX(${Math.min(1, goal.percent / 100)})` }} />
      </div>
      <p className={classes.row}>
        <span className={classes.sum}>{formatAmount(goal.collected)}</span>
        <span className={classes.quiet}>
          <Trans>
            из {formatAmount(goal.amount)} {currency}
          </Trans>
        </span>
      </p>
    </section>
  );
}

function Total({ figures, currency }: { figures: ShownStatistics; currency: string }) {
  return (
    <section className={classes.total}>
      <p className={classes.quiet}>
        <Period period={figures.period} />
      </p>
      <p key={figures.total} className={classes.amount}>
        {formatAmount(figures.total)} <small>{currency}</small>
      </p>
      <p className={classes.quiet}>
        <Plural value={figures.count} one="# донат" few="# доната" many="# донатов" other="# доната" />
      </p>
    </section>
  );
}

function Period({ period }: { period: ShownStatistics['period'] }) {
  if (period === 'day') return <Trans>Собрано сегодня</Trans>;
  if (period === 'month') return <Trans>Собрано за месяц</Trans>;
  return <Trans>Собрано</Trans>;
}

function Gifts({ figures }: { figures: ShownStatistics }) {
  const { t } = useLingui();
  const [last] = figures.last;
  const [first] = figures.top;
  return (
    <dl className={classes.gifts}>
      {last && (
        <div key={last.createdAt}>
          <dt>
            <Trans>Последний</Trans>
          </dt>
          <dd>
            <span>{last.name ?? t`Аноним`}</span> <b>{formatAmount(last.amount)}</b>
          </dd>
        </div>
      )}
      {first && (
        <div>
          <dt>
            <Trans>Самый щедрый</Trans>
          </dt>
          <dd>
            <span>{first.name ?? t`Аноним`}</span> <b>{formatAmount(first.amount)}</b>
          </dd>
        </div>
      )}
    </dl>
  );
}

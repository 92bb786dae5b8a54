import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useNames } from '#base/ui/page/use-names.ts';
import { usePercentText } from '#base/ui/page/use-percent-text.ts';
import { useAmountText } from '#base/ui/page/use-sum-text.ts';
import type { ShownSettings } from '../widget-shapes.ts';
import type { ShownStatistics } from '../widgets.calls.ts';
import { boardLook } from './board-look.ts';
import classes from './statistics-widget-screen.module.css';

interface BoardProps {
  readonly settings: ShownSettings;
  readonly figures: ShownStatistics;
  /** A preview fills a box instead of the window. */
  readonly isPreview?: boolean;
}

const shownInLists = 5;

/** The figures on the stream in the creator's layout. */
export function StatisticsBoard({ settings, figures, isPreview = false }: BoardProps) {
  const currency = useNames()(settings.currency);
  const { layout } = settings.statistics;
  const { goal } = figures;
  if (layout === 'goal' && goal === null) return null;
  return (
    <section
      className={classes.board}
      style={boardLook(settings)}
      data-layout={layout}
      data-preview={isPreview || undefined}
      data-testid="statistics"
    >
      {goal !== null && (layout === 'board' || layout === 'goal') && <Goal goal={goal} currency={currency} />}
      {(layout === 'board' || layout === 'total') && <Total figures={figures} currency={currency} />}
      {layout === 'board' && figures.last.length > 0 && <Donations figures={figures} />}
      {layout === 'last' && <LastDonations figures={figures} />}
      {layout === 'top' && <TopDonors figures={figures} />}
    </section>
  );
}

function Goal({ goal, currency }: { goal: NonNullable<ShownStatistics['goal']>; currency: string }) {
  const amountText = useAmountText();
  const percentText = usePercentText();
  return (
    <div className={classes.goal} data-reached={goal.percent >= 100 || undefined}>
      <p className={classes.row}>
        <b>{goal.title}</b>
        <span>{percentText(goal.percent)}</span>
      </p>
      <div className={classes.track}>
        <div className={classes.fill} style={{ transform: `scaleX(${Math.min(1, goal.percent / 100)})` }} />
      </div>
      <p className={classes.row}>
        <span className={classes.sum}>{amountText(goal.members?.now ?? goal.collected)}</span>
        <span className={classes.quiet}>
          {goal.members ? (
            <Trans>из {amountText(goal.members.wanted)} каждый месяц</Trans>
          ) : (
            <Trans>
              из {amountText(goal.amount)} {currency}
            </Trans>
          )}
        </span>
      </p>
    </div>
  );
}

/** A sum of more signs is smaller, so that it stays on one line. */
function lengthOf(sum: string): React.CSSProperties {
  const variables: Readonly<Record<`--${string}`, number>> = { '--length': sum.length };
  return variables;
}

function Total({ figures, currency }: { figures: ShownStatistics; currency: string }) {
  const amountText = useAmountText();
  const total = amountText(figures.total);
  return (
    <div>
      <p className={classes.quiet}>
        <Period period={figures.period} />
      </p>
      <p key={figures.total} className={classes.amount} style={lengthOf(total)}>
        {total} <small>{currency}</small>
      </p>
      <p className={classes.quiet}>
        <Plural value={figures.count} one="# донат" few="# доната" many="# донатов" other="# доната" />
      </p>
    </div>
  );
}

function Period({ period }: { period: ShownStatistics['period'] }) {
  if (period === 'day') return <Trans>Собрано сегодня</Trans>;
  if (period === 'month') return <Trans>Собрано за месяц</Trans>;
  if (period === 'stream') return <Trans>Собрано за стрим</Trans>;
  return <Trans>Собрано</Trans>;
}

function Donations({ figures }: { figures: ShownStatistics }) {
  const { t } = useLingui();
  const amountText = useAmountText();
  const [last] = figures.last;
  const [first] = figures.top;
  return (
    <dl className={classes.donations}>
      {last && (
        <div key={last.createdAt}>
          <dt>
            <Trans>Последний</Trans>
          </dt>
          <dd>
            <bdi>{last.name ?? t`Аноним`}</bdi> <b>{amountText(last.amount)}</b>
          </dd>
        </div>
      )}
      {first && (
        <div>
          <dt>
            <Trans>Самый щедрый</Trans>
          </dt>
          <dd>
            <bdi>{first.name ?? t`Аноним`}</bdi> <b>{amountText(first.amount)}</b>
          </dd>
        </div>
      )}
    </dl>
  );
}

function LastDonations({ figures }: { figures: ShownStatistics }) {
  const { t } = useLingui();
  const amountText = useAmountText();
  return (
    <>
      <p className={classes.quiet}>
        <Trans>Последние донаты</Trans>
      </p>
      <ol className={classes.list}>
        {figures.last.slice(0, shownInLists).map(({ name, amount, createdAt }) => (
          <li key={`${createdAt} ${amount}`}>
            <bdi>{name ?? t`Аноним`}</bdi> <b>{amountText(amount)}</b>
          </li>
        ))}
      </ol>
    </>
  );
}

function TopDonors({ figures }: { figures: ShownStatistics }) {
  const { t } = useLingui();
  const amountText = useAmountText();
  return (
    <>
      <p className={classes.quiet}>
        <Trans>Самые щедрые</Trans>
      </p>
      <ol className={classes.list}>
        {figures.top.slice(0, shownInLists).map(({ place, name, amount }) => (
          <li key={place}>
            <span>
              {place}. <bdi>{name ?? t`Аноним`}</bdi>
            </span>{' '}
            <b>{amountText(amount)}</b>
          </li>
        ))}
      </ol>
    </>
  );
}

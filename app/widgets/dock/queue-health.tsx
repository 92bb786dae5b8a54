import { Trans, useLingui } from '@lingui/react/macro';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { ProblemNotice } from '../health/problem-words.tsx';
import { lastSeen, problemsNow, problemsOf } from '../health/source-problems.ts';
import type { ConnectedSource } from '../widget-shapes.ts';
import type { OwnQueue } from '../widgets.calls.ts';
import classes from './queue.module.css';

/** Whether viewers can see and hear alerts, and what to do if not; a live region for screen readers. */
export function Health({ sources, isCrowded }: Pick<OwnQueue, 'sources' | 'isCrowded'>) {
  const problems = problemsNow(sources, isCrowded);
  return (
    <div className={classes.section} role="status">
      {problems.map((problem) => (
        <ProblemNotice key={problem} problem={problem} />
      ))}
      {problems.length === 0 && (
        <p className={classes.well}>
          <Trans>Виджет подключён: зрители видят и слышат оповещения.</Trans>
        </p>
      )}
    </div>
  );
}

/** Warns that events no longer arrive and the screen may be out of date. */
export function LostBanner({ isLost }: { readonly isLost: boolean }) {
  return (
    <div role="alert">
      {isLost && (
        <div className={classes.banner}>
          <b>
            <Trans>Связь с сервером потеряна</Trans>
          </b>
          <span>
            <Trans>
              Донаты не пропадут: всё придёт, когда связь вернётся. Проверьте интернет; мы пробуем снова сами.
            </Trans>
          </span>
        </div>
      )}
    </div>
  );
}

/** Each page of the last hour with its problems. */
export function SourceList({ sources }: { readonly sources: readonly ConnectedSource[] }) {
  const { t } = useLingui();
  const dateText = useDateText();
  if (sources.length === 0) return null;
  const at = lastSeen(sources);
  return (
    <section className={classes.section}>
      <h2>
        <Trans>Источники за последний час</Trans>
      </h2>
      <ul className={classes.list}>
        {sources.map((source) => {
          const problems = problemsOf(source, at);
          const since = dateText(source.since, { time: 'medium' });
          return (
            <li key={source.source} className={classes.source}>
              <span>
                {t`Открыт в ${since}`}
                {problems.length === 0 && <> · {t`всё в порядке`}</>}
              </span>
              {source.isConnected && problems.map((problem) => <ProblemNotice key={problem} problem={problem} />)}
              {!source.isConnected && (
                <span className={classes.quiet}>
                  <Trans>Отключён</Trans>
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

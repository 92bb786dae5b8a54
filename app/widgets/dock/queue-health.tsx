import { Trans, useLingui } from '@lingui/react/macro';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { Row, Stack, Text } from '#base/ui/layout/parts.tsx';
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
        <Row as="p" className={classes.well} gap={10} align="center" nowrap size={14}>
          <Trans>Виджет подключён: зрители видят и слышат оповещения.</Trans>
        </Row>
      )}
    </div>
  );
}

/** Warns that events no longer arrive and the screen may be out of date. */
export function LostBanner({ isLost }: { readonly isLost: boolean }) {
  return (
    <div role="alert">
      {isLost && (
        <Stack className={classes.banner} gap={4} size={14}>
          <b>
            <Trans>Связь с сервером потеряна</Trans>
          </b>
          <span>
            <Trans>
              Донаты не пропадут: всё придёт, когда связь вернётся. Проверьте интернет; мы пробуем снова сами.
            </Trans>
          </span>
        </Stack>
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
            <Stack key={source.source} as="li" className={classes.source} gap={8} size={14}>
              <span>
                {t`Открыт в ${since}`}
                {problems.length === 0 && <> · {t`всё в порядке`}</>}
              </span>
              {source.isConnected && problems.map((problem) => <ProblemNotice key={problem} problem={problem} />)}
              {!source.isConnected && (
                <Text as="span" className={classes.quiet} size={14} dim>
                  <Trans>Отключён</Trans>
                </Text>
              )}
            </Stack>
          );
        })}
      </ul>
    </section>
  );
}

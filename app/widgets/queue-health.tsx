import { Trans, useLingui } from '@lingui/react/macro';
import { AilNotice } from './ail-words.tsx';
import classes from './queue.module.css';
import { ailsOf, ailsOfAll } from './source-ails.ts';
import type { ConnectedSource } from './widget-shapes.ts';

/** The latest word of any page: the server's clock, as far as it can be seen from here. */
const latest = (sources: readonly ConnectedSource[]) => Math.max(0, ...sources.map(({ seenAt }) => Date.parse(seenAt)));

/** Whether viewers see and hear alerts, and what to do where they do not; told aloud when it changes. */
export function Health({ sources }: { readonly sources: readonly ConnectedSource[] }) {
  const ails = ailsOfAll(sources, latest(sources));
  return (
    <div className={classes.section} role="status">
      {ails.map((ail) => (
        <AilNotice key={ail} ail={ail} />
      ))}
      {ails.length === 0 && (
        <p className={classes.well}>
          <Trans>Виджет подключён: зрители видят и слышат оповещения.</Trans>
        </p>
      )}
    </div>
  );
}

/** The events do not come any more: what is shown may be out of date, and nothing of it is the creator's fault. */
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

/** Each page of the last hour with what ails it. */
export function SourceList({ sources }: { readonly sources: readonly ConnectedSource[] }) {
  const { t } = useLingui();
  if (sources.length === 0) return null;
  const at = latest(sources);
  return (
    <section className={classes.section}>
      <h2>
        <Trans>Источники за последний час</Trans>
      </h2>
      <ul className={classes.list}>
        {sources.map((source) => {
          const ails = ailsOf(source, at);
          const name = source.source.slice(0, 4);
          const since = new Date(source.since).toLocaleTimeString();
          return (
            <li key={source.source} className={classes.source}>
              <span>
                {t`Источник ${name}, открыт в ${since}`}
                {ails.length === 0 && <> · {t`всё в порядке`}</>}
              </span>
              {source.isConnected && ails.map((ail) => <AilNotice key={ail} ail={ail} />)}
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

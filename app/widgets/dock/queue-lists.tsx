import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import type { ListedAlert } from '../widget-shapes.ts';
import classes from './queue.module.css';
import { QueueAlert } from './queue-alert.tsx';
import type { LiveQueue } from './use-queue.ts';

interface ListProps {
  readonly live: LiveQueue;
  readonly currency: string;
}

interface SectionProps extends ListProps {
  readonly title: ReactNode;
  readonly alerts: readonly ListedAlert[];
  readonly acts: (alert: ListedAlert) => ReactNode;
}

function Section({ title, alerts, currency, acts }: SectionProps) {
  if (alerts.length === 0) return null;
  return (
    <section className={classes.section}>
      <h2>{title}</h2>
      <ul className={classes.list}>
        {alerts.map((alert) => (
          <QueueAlert key={alert.alertId} alert={alert} currency={currency}>
            {acts(alert)}
          </QueueAlert>
        ))}
      </ul>
    </section>
  );
}

/** The alert that plays. */
export function Current({ live: { queue }, currency }: ListProps) {
  if (queue.current === null) return null;
  return (
    <section className={classes.section}>
      <h2>
        <Trans>Сейчас на экране</Trans>
      </h2>
      <ul className={classes.list}>
        <QueueAlert alert={queue.current} currency={currency} isNow />
      </ul>
    </section>
  );
}

/** What an approval does: below the minimum only the lists show the message. */
function Approving({ reason, isAfterAll = false }: Pick<ListedAlert, 'reason'> & { readonly isAfterAll?: boolean }) {
  if (reason === 'belowMinimum') return <Trans>Опубликовать</Trans>;
  return isAfterAll ? <Trans>Всё-таки показать</Trans> : <Trans>Показать</Trans>;
}

/** Messages that await the creator's approval. */
export function Held({ live, currency }: ListProps) {
  return (
    <Section
      live={live}
      currency={currency}
      title={<Trans>Ждут вашего решения</Trans>}
      alerts={live.queue.held}
      acts={({ alertId, reason }) => (
        <>
          <ActionButton disabled={live.isBusy} onClick={() => void live.control('approve', alertId)}>
            <Approving reason={reason} />
          </ActionButton>
          <ActionButton look="quiet" disabled={live.isBusy} onClick={() => void live.control('reject', alertId)}>
            <Trans>Не показывать</Trans>
          </ActionButton>
        </>
      )}
    />
  );
}

/** Alerts whose end was not reported: only the creator knows whether viewers saw enough of them. */
export function Uncertain({ live, currency }: ListProps) {
  return (
    <Section
      live={live}
      currency={currency}
      title={<Trans>Прервались на середине</Trans>}
      alerts={live.queue.uncertain}
      acts={({ alertId, reason }) => (
        <>
          {reason !== 'refunded' && (
            <ActionButton disabled={live.isBusy} onClick={() => void live.control('replay', alertId)}>
              <Trans>Показать ещё раз</Trans>
            </ActionButton>
          )}
          <ActionButton look="quiet" disabled={live.isBusy} onClick={() => void live.control('skip', alertId)}>
            <Trans>Больше не показывать</Trans>
          </ActionButton>
        </>
      )}
    />
  );
}

/** Waiting alerts in their order. */
export function Waiting({ live, currency }: ListProps) {
  return (
    <Section
      live={live}
      currency={currency}
      title={<Trans>В очереди</Trans>}
      alerts={live.queue.queued}
      acts={({ alertId }) => (
        <ActionButton look="quiet" disabled={live.isBusy} onClick={() => void live.control('skip', alertId)}>
          <Trans>Пропустить</Trans>
        </ActionButton>
      )}
    />
  );
}

/** Ended alerts, latest first. `most`: how many. */
export function Ended({ live, currency, most }: ListProps & { readonly most: number }) {
  const alerts = live.queue.ended.filter(({ state }) => state !== 'uncertain').slice(0, most);
  return (
    <Section
      live={live}
      currency={currency}
      alerts={alerts}
      title={<Trans>Недавние</Trans>}
      acts={({ alertId, state, reason }) =>
        reason !== 'refunded' && (
          <ActionButton
            look="quiet"
            disabled={live.isBusy}
            onClick={() => void live.control(state === 'rejected' ? 'approve' : 'replay', alertId)}
          >
            {state === 'rejected' ? <Approving reason={reason} isAfterAll /> : <Trans>Повторить</Trans>}
          </ActionButton>
        )
      }
    />
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { IconCheck } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import classes from './alert-way.module.css';
import { type AlertDelivery, reachedStop, timeOfStop, wayStops } from './alert-way.ts';

interface AlertWayProps {
  readonly delivery: AlertDelivery;
  readonly displayName: string;
  readonly isOffline: boolean;
}

const never = () => () => undefined;

/** The time of a stop in the visitor's time zone, which the server does not know. */
function Hour({ at }: { at: string }) {
  const dateText = useDateText();
  const isInBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  if (!isInBrowser) return null;
  return (
    <time dateTime={at} className={classes.hour}>
      {dateText(at, { time: 'medium' })}
    </time>
  );
}

function useExplanation({ state, reason }: AlertDelivery, displayName: string): string | null {
  const { t } = useLingui();
  if (reason === 'belowMinimum')
    return t`Автор показывает на стриме донаты от большей суммы, поэтому ваш на экране не появится. Деньги и сообщение дошли.`;
  const words = {
    paid: null,
    held: t`Автор просматривает сообщения перед показом. Как только одобрит ваше, оно встанет в очередь.`,
    queued: t`Донат покажут, когда дойдёт очередь. Если стрим ещё не идёт, он дождётся его начала.`,
    playing: t`Прямо сейчас ваш донат на экране!`,
    shown: t`Ваш донат показали на стриме.`,
    skipped: t`Автор пропустил показ. Деньги и сообщение дошли.`,
    rejected: t`Автор решил не показывать сообщение на стриме. Деньги и сообщение дошли.`,
    uncertain: t`Показ прервался. ${displayName} решит, повторить ли его.`,
  };
  return state === null ? null : words[state];
}

/** The live progress of a paid donation to the stream. */
export function AlertWay({ delivery, displayName, isOffline }: AlertWayProps) {
  const { t } = useLingui();
  const explanation = useExplanation(delivery, displayName);
  const reached = wayStops.indexOf(reachedStop(delivery));
  const names = { paid: t`Оплачен`, queued: t`В очереди`, playing: t`На экране`, shown: t`Показан` };
  return (
    <section className={classes.way} aria-label={t`Путь доната на экран`}>
      <ol className={classes.stops}>
        {wayStops.map((stop, place) => {
          const at = timeOfStop(delivery, stop);
          const isReached = place <= reached;
          return (
            <li
              key={stop}
              className={classes.stop}
              data-reached={isReached || undefined}
              aria-current={place === reached ? 'step' : undefined}
            >
              <span className={classes.dot}>{isReached && <IconCheck size={16} stroke={3} aria-hidden />}</span>
              <span className={classes.name}>{names[stop]}</span>
              {at !== null && <Hour at={at} />}
            </li>
          );
        })}
      </ol>
      <p className={classes.explanation} role="status">
        {isOffline ? <Trans>Нет связи. Обновим, как только она появится.</Trans> : explanation}
      </p>
    </section>
  );
}

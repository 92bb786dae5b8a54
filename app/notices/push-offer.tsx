import { Trans } from '@lingui/react/macro';
import { useState, useSyncExternalStore } from 'react';
import { StoredValue } from '#base/text/stored-value.ts';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import panel from '#base/ui/panel/panel.module.css';
import classes from './push-offer.module.css';
import { usePush } from './use-push.ts';

/** Whether somebody has said here that he wants no notices. */
const declined = new StoredValue<boolean>({
  place: 'local',
  key: 'push-declined',
  empty: false,
  parse: (raw) => (typeof raw === 'boolean' ? raw : null),
});

interface PushOfferProps {
  /** What the notices would be about: the creator's thanks, or where an order is. */
  readonly about: { readonly thanksOf: string } | 'order';
}

// Here and not where it is offered, so that they load with the offer.
function Words({ about }: PushOfferProps) {
  if (about === 'order') {
    return <Trans>Напишем в этот браузер, когда заказ отправят и когда его можно будет забрать.</Trans>;
  }
  const { thanksOf } = about;
  return <Trans>{thanksOf} может поблагодарить вас лично. Уведомление придёт в этот браузер.</Trans>;
}

/** Offers notices in this browser at a fitting moment, once: nothing where they are on, not possible, or were declined. */
export default function PushOffer({ about }: PushOfferProps) {
  const { state, isRefused, isBusy, failure, turnOn } = usePush();
  const isDeclined = useSyncExternalStore(declined.subscribe, declined.read, declined.readEmpty);
  const [isDone, setDone] = useState(false);
  if (isDone) {
    return (
      <p className={panel.panel} role="status">
        <Trans>Готово. Выключить уведомления можно в профиле.</Trans>
      </p>
    );
  }
  const isAsking = state?.kind === 'off' && !isDeclined;
  if (!isAsking && !isRefused && failure === null) return null;
  return (
    <section className={`${panel.panel} ${classes.offer}`}>
      <h2>
        {about === 'order' ? <Trans>Сообщить, когда заказ поедет?</Trans> : <Trans>Узнать, когда вам ответят?</Trans>}
      </h2>
      {isRefused ? (
        <p role="status">
          <Trans>Браузер не разрешил уведомления. Включить их можно позже, в профиле.</Trans>
        </p>
      ) : (
        <p>
          <Words about={about} />
        </p>
      )}
      {failure && <ErrorNotice>{failure.message}</ErrorNotice>}
      {!isRefused && (
        <div className={classes.acts}>
          <ActionButton aria-busy={isBusy || undefined} onClick={() => void turnOn().then(setDone)}>
            <Trans>Включить уведомления</Trans>
          </ActionButton>
          <ActionButton look="quiet" onClick={() => declined.write(true)}>
            <Trans>Не нужно</Trans>
          </ActionButton>
        </div>
      )}
    </section>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import type { CallAnswer } from '#base/call.ts';
import { isCallFailure } from '#base/errors.ts';
import { ErrorNotice } from '#base/ui/error-notice.tsx';
import { TextButton } from '#base/ui/text-button.tsx';
import { call } from '../call.ts';
import { useEventNames } from './event-names.ts';
import type { integrationsCalls } from './integrations.calls.ts';
import classes from './tools-screen.module.css';

type Delivery = CallAnswer<typeof integrationsCalls.deliveries>['items'][number];

interface DeliveryLogProps {
  readonly webhookId: string;
  readonly isOn: boolean;
  /** Grows with each message that was sent by hand: then the log is read anew. */
  readonly sent: number;
}

const shown = 10;
const pause = 1_500;

/** Reads the log, and goes on reading while something in it is on its way. `wish`: another one asks anew. */
function useLog(webhookId: string, wish: string) {
  const [log, setLog] = useState<readonly Delivery[]>([]);
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async (left: number): Promise<void> => {
      const asked = { query: { webhookId, Take: shown } };
      if (wish === '') return;
      const { items } = await call('GET Integration/Deliveries', asked, { signal: leaving.signal });
      setLog(items);
      setFault(null);
      const isMoving = items.some(({ state, attempts }) => state === 'waiting' && attempts === 0);
      if (isMoving && left > 0) timer = setTimeout(() => void again(left - 1), pause);
    };
    const again = (left: number) =>
      read(left).catch((error: unknown) => {
        if (!leaving.signal.aborted && isCallFailure(error)) setFault(error.message);
      });
    void again(10);
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [webhookId, wish]);
  return { log, fault };
}

/** The last messages to an address, what the server answered, and a button to send one again. */
export function DeliveryLog({ webhookId, isOn, sent }: DeliveryLogProps) {
  const [round, setRound] = useState(0);
  const { log, fault } = useLog(webhookId, `${sent} ${round}`);
  const refresh = () => setRound(round + 1);
  if (fault !== null) return <ErrorNotice onRetry={refresh}>{fault}</ErrorNotice>;
  if (log.length === 0) return null;
  return (
    <ul className={classes.log}>
      {log.map((delivery) => (
        <DeliveryRow key={delivery.id} delivery={delivery} isOn={isOn} onAgain={refresh} />
      ))}
    </ul>
  );
}

interface DeliveryRowProps {
  readonly delivery: Delivery;
  readonly isOn: boolean;
  readonly onAgain: () => void;
}

function DeliveryRow({ delivery, isOn, onAgain }: DeliveryRowProps) {
  const { t, i18n } = useLingui();
  const names = useEventNames();
  const [fault, setFault] = useState<string | null>(null);
  const { id, event, state, lastStatus, lastError, createdAt, nextAt, attempts } = delivery;
  const next = nextAt === null ? null : i18n.date(nextAt, { timeStyle: 'short' });
  const words = {
    delivered: t`Доставлено, ответ ${lastStatus}`,
    failed: t`Не доставлено`,
    waiting: attempts === 0 ? t`Отправляется…` : next === null ? t`Ждёт включения адреса` : t`Повторим в ${next}`,
  };

  async function again() {
    try {
      await call('POST Integration/Redeliver', { query: { id } });
      onAgain();
    } catch (error) {
      if (!isCallFailure(error)) throw error;
      setFault(error.message);
    }
  }

  return (
    <li>
      <div className={classes.what}>
        <span data-state={state}>
          {names[event] ?? event}: {words[state]}
        </span>
        {lastError !== null && <span>{lastError}</span>}
        <time dateTime={createdAt}>{i18n.date(createdAt, { dateStyle: 'medium', timeStyle: 'medium' })}</time>
        {fault !== null && <ErrorNotice>{fault}</ErrorNotice>}
      </div>
      <TextButton disabled={!isOn} onClick={() => void again()}>
        <Trans>Отправить ещё раз</Trans>
      </TextButton>
    </li>
  );
}

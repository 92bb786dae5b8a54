import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { call } from '#app/call.ts';
import type { CallAnswer } from '#base/calls/call.ts';
import { isCallFailure } from '#base/calls/errors.ts';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { TextButton } from '#base/ui/page/text-button.tsx';
import { useEventNames } from '../event-names.ts';
import type { integrationsCalls } from '../integrations.calls.ts';
import classes from './tools-screen.module.css';
import { useToolAction } from './use-tool-action.ts';

type Delivery = CallAnswer<typeof integrationsCalls.deliveries>['items'][number];

interface DeliveryLogProps {
  readonly webhookId: string;
  readonly isOn: boolean;
  /** Increases with each message that was sent by hand, to reload the log. */
  readonly sent: number;
}

const shown = 10;
const pause = 1_500;

/** Reads the log, and polls while a message waits. A new `proposal` reloads it. */
function useLog(webhookId: string, proposal: string) {
  const [log, setLog] = useState<readonly Delivery[]>([]);
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async (left: number): Promise<void> => {
      const asked = { query: { webhookId, Take: shown } };
      if (proposal === '') return;
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
  }, [webhookId, proposal]);
  return { log, fault };
}

/** The last messages of a webhook, with the receiver's answers and a button to send one again. */
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
  const { isBusy, fault, act } = useToolAction();
  const { id, event, state, lastStatus, lastError, createdAt, nextAt, attempts } = delivery;
  const next = nextAt === null ? null : i18n.date(nextAt, { timeStyle: 'short' });
  const words = {
    delivered: t`Доставлено, ответ ${lastStatus}`,
    failed: t`Не доставлено`,
    waiting: attempts === 0 ? t`Отправляется…` : next === null ? t`Ждёт включения адреса` : t`Повторим в ${next}`,
  };

  async function again() {
    const done = await act(() => call('POST Integration/Redeliver', { query: { id } }));
    if (done !== null) onAgain();
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
      <TextButton disabled={isBusy || !isOn} onClick={() => void again()}>
        <Trans>Отправить ещё раз</Trans>
      </TextButton>
    </li>
  );
}

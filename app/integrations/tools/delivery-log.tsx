import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '#app/call.ts';
import type { CallAnswer } from '#base/calls/call.ts';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { useMomentText } from '#base/ui/dates/use-moment-text.ts';
import { FailureText } from '#base/ui/failures/failure-text.tsx';
import { Row, Stack } from '#base/ui/layout/parts.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { TextButton } from '#base/ui/page/text-button.tsx';
import { useProgress } from '#base/ui/page/use-progress.ts';
import { useReloadingAction } from '#base/ui/page/use-reloading-action.ts';
import { stateLooks } from '#base/ui/states/state-looks.ts';
import { Tag } from '#base/ui/states/tag.tsx';
import { useEventNames } from '../event-names.ts';
import type { integrationsCalls } from '../integrations.calls.ts';
import classes from './tools-screen.module.css';

type Delivery = CallAnswer<typeof integrationsCalls.deliveries>['items'][number];

/** The last messages of a webhook, and how often they were read again. */
interface Log {
  readonly items: readonly Delivery[];
  readonly reads: number;
}

const shown = 10;
const mostReads = 10;

async function readLog(webhookId: string, signal: AbortSignal, reads = 0): Promise<Log> {
  const { items } = await call('GET Integration/Deliveries', { query: { webhookId, Take: shown } }, { signal });
  return { items, reads };
}

/** A webhook with its log. */
export const withLog = async <Webhook extends { readonly id: string }>(webhook: Webhook, signal: AbortSignal) => ({
  ...webhook,
  log: await readLog(webhook.id, signal),
});

interface DeliveryLogProps {
  readonly webhookId: string;
  readonly isOn: boolean;
  readonly log: Log;
}

/** The last messages of a webhook, with the receiver's answers and a button to send one again; polls while a message is sent. */
export function DeliveryLog({ webhookId, isOn, log }: DeliveryLogProps) {
  const { known } = useProgress(log, {
    ask: ({ reads }, signal) => readLog(webhookId, signal, reads + 1),
    isOver: ({ items, reads }) => reads >= mostReads || !items.some(({ isSending }) => isSending),
    pauseAfter: () => 1_500,
  });
  if (known.items.length === 0) return null;
  return (
    <ul className={classes.log}>
      {known.items.map((delivery) => (
        <DeliveryRow key={delivery.id} delivery={delivery} isOn={isOn} />
      ))}
    </ul>
  );
}

interface DeliveryRowProps {
  readonly delivery: Delivery;
  readonly isOn: boolean;
}

function DeliveryRow({ delivery, isOn }: DeliveryRowProps) {
  const { t } = useLingui();
  const dateText = useDateText();
  const momentText = useMomentText();
  const names = useEventNames();
  const { isBusy, fault, act } = useReloadingAction();
  const { id, event, state, lastStatus, lastError, createdAt, nextAt, isSending } = delivery;
  const next = nextAt === null ? null : dateText(nextAt, { time: 'short' });
  const words = {
    delivered: t`Доставлено, ответ ${lastStatus}`,
    failed: t`Не доставлено`,
    waiting: isSending ? t`Отправляется…` : next === null ? t`Ждёт включения адреса` : t`Повторим в ${next}`,
  };

  return (
    <li>
      <Stack className={classes.what} gap={2} shrinks>
        <Row as="span" gap={8} rowGap={4} align="center">
          {names[event] ?? event} <Tag look={stateLooks.delivery[state]}>{words[state]}</Tag>
        </Row>
        {lastError !== null && (
          <span>
            <FailureText>{lastError}</FailureText>
          </span>
        )}
        <time dateTime={createdAt}>{momentText(createdAt)}</time>
        {fault !== null && <ErrorNotice>{fault}</ErrorNotice>}
      </Stack>
      <TextButton
        disabled={isBusy || !isOn}
        onClick={() => void act(() => call('POST Integration/Redeliver', { query: { id } }))}
      >
        <Trans>Отправить ещё раз</Trans>
      </TextButton>
    </li>
  );
}

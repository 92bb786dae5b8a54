import { Trans } from '@lingui/react/macro';
import { call } from '#app/call.ts';
import { useProgress } from '#base/ui/page/use-progress.ts';
import classes from '../auth-card.module.css';
import type { SentMessage } from './resend-times.ts';

const askMilliseconds = 4_000;
const mostQuestions = 30;

type State = Awaited<ReturnType<typeof call<'GET Sms/Delivery'>>>['state'];

interface Known {
  readonly state: State;
  readonly questions: number;
}

const unasked: Known = { state: 'sent', questions: 0 };

function Telegram({ state }: { readonly state: State }) {
  if (state === 'read') return <Trans>Сообщение в Telegram прочитано</Trans>;
  if (state === 'failed') return <Trans>Сообщение в Telegram не доставлено. Запросите новый код</Trans>;
  return <Trans>Сообщение в Telegram отправлено</Trans>;
}

function Sms({ state }: { readonly state: State }) {
  if (state === 'failed') return <Trans>SMS не доставлено. Проверьте номер или запросите новый код</Trans>;
  return state === 'sent' ? <Trans>SMS отправлено</Trans> : <Trans>SMS доставлено</Trans>;
}

/** Shows what becomes of the message with the code. */
export function CodeDelivery({ message: { id, channel } }: { readonly message: SentMessage }) {
  const { known } = useProgress(unasked, {
    ask: async ({ questions }) => ({
      ...(await call('GET Sms/Delivery', { query: { id } })),
      questions: questions + 1,
    }),
    isOver: ({ state, questions }) => state === 'read' || state === 'failed' || questions >= mostQuestions,
    pauseAfter: () => askMilliseconds,
  });
  return (
    <p role="status" className={classes.sentAgain}>
      {channel === 'telegram' ? <Telegram state={known.state} /> : <Sms state={known.state} />}
    </p>
  );
}

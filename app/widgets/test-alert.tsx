import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '../call.ts';
import { useAct } from './use-act.ts';
import type { SentState } from './widget-shapes.ts';

/** Sends test alerts. `amount`: main units, left out: one that is shown. `sent`: what has become of the last one. */
export function useTestAlert(amount?: number) {
  const { isBusy, isDone, fault, run } = useAct();
  const [state, setState] = useState<SentState>('queued');
  const query = amount === undefined ? {} : { amount };
  const send = () => run(async () => setState((await call('POST Widget/Test', { query })).state));
  return { isBusy, fault, sent: isDone ? state : null, send };
}

/** Why a test alert is not shown at once: as a gift like it would not be. */
export function NotShown({ sent }: { readonly sent: SentState | null }) {
  switch (sent) {
    case 'held':
      return <Trans>Тест ждёт вашего «да» в очереди, как ждал бы донат с сообщением.</Trans>;
    case 'belowMinimum':
      return <Trans>Тест не показан: донаты меньше вашей минимальной суммы не показываются.</Trans>;
    default:
      return null;
  }
}

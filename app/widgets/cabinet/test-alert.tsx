import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '#app/call.ts';
import { useAction } from '#base/ui/page/use-action.ts';
import type { SentState } from '../widget-shapes.ts';

/** Sends test alerts. `amount`: main units, by default one that is shown; `month`: as one of monthly support. `sent`: the state of the last one. */
export function useTestAlert({ amount, month }: { readonly amount?: number; readonly month?: number | null } = {}) {
  const { isBusy, failure, run } = useAction();
  const [sent, setSent] = useState<SentState | null>(null);
  const query = { amount, month: month ?? undefined };
  async function send() {
    setSent(null);
    const answer = await run(() => call('POST Widget/Test', { query }));
    setSent(answer?.state ?? null);
  }
  return { isBusy, fault: failure?.message, sent, send };
}

/** Why a test alert is not shown at once, as a donation like it would not be. */
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

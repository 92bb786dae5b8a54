import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { PaymentLifecycle } from './payment-lifecycle.server.ts';

const largestRound = 20;
const idleMilliseconds = 1_000;
const downMilliseconds = 2_000;

/**
 * Asks the provider in the background about every payment whose callback is late, with growing pauses of at most 40 s per
 * payment. While the provider is down, one payment at a time probes it; all are up to date within a minute of its return. Any
 * number of processes may run a sweeper. `stop` resolves when the current round has ended.
 */
export function startPaymentSweeper(options: {
  payments: Pick<PaymentLifecycle, 'sweep'>;
  log: Pick<Logger, 'error'>;
}): {
  stop(): Promise<void>;
} {
  const { payments, log } = options;
  const stopping = new AbortController();
  const run = async () => {
    let most = largestRound;
    while (!stopping.signal.aborted) {
      let rest = idleMilliseconds;
      try {
        const { due, isProviderUp } = await payments.sweep(most);
        if (!isProviderUp) rest = downMilliseconds;
        else if (due === most) rest = 0;
        most = isProviderUp ? largestRound : 1;
      } catch (error) {
        log.error({ err: error }, 'the round of questions about payments failed');
      }
      await pause(rest, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type PaymentSystemName, paymentSystemNames } from '../payment-systems.ts';
import type { ProviderPolling } from './provider-polling.server.ts';

const largestRound = 20;
const idleMilliseconds = 1_000;
const downMilliseconds = 2_000;

interface SweeperOptions {
  readonly polling: Pick<ProviderPolling, 'sweep'>;
  readonly log: Pick<Logger, 'error'>;
}

async function sweepSystem(
  system: PaymentSystemName,
  { polling, log, signal }: SweeperOptions & { readonly signal: AbortSignal },
): Promise<void> {
  let most = largestRound;
  while (!signal.aborted) {
    let rest = idleMilliseconds;
    try {
      const { due, isProviderUp } = await polling.sweep(most, system);
      if (!isProviderUp) rest = downMilliseconds;
      else if (due === most) rest = 0;
      most = isProviderUp ? largestRound : 1;
    } catch (error) {
      log.error({ err: error, system }, 'the round of questions about payments failed');
    }
    await pause(rest, undefined, { signal }).catch(() => undefined);
  }
}

/**
 * Asks the providers in the background about every payment whose callback is late, with growing pauses of at most 40 s per
 * payment. While a provider is down, one payment at a time probes it; all are up to date within a minute of its return. Each system has
 * rounds of its own, so that one that hangs delays no other. Any number of processes may run a sweeper. `stop` resolves when the
 * current rounds have ended.
 */
export function startPaymentSweeper(options: SweeperOptions): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = Promise.all(paymentSystemNames.map((system) => sweepSystem(system, { ...options, signal })));
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

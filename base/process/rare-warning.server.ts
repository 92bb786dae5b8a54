import type { FastifyBaseLogger } from 'fastify';
import { countWarning } from './log.server.ts';

const minute = 60_000;

/** Logs a warning with values of its own. */
type Warn = (log: Pick<FastifyBaseLogger, 'warn'>, values?: Readonly<Record<string, unknown>>) => void;

/**
 * A warning that strangers can cause as often as they like. It is written at most once a minute, with the number of those that were left
 * out since; all are counted in the metrics.
 */
export function createRareWarning(message: string, now: () => number = Date.now): Warn {
  let writtenAt = Number.NEGATIVE_INFINITY;
  let omitted = 0;
  return (log, values = {}) => {
    if (now() - writtenAt < minute) {
      omitted += 1;
      return countWarning(message);
    }
    log.warn({ ...values, ...(omitted > 0 && { omitted }) }, message);
    writtenAt = now();
    omitted = 0;
  };
}

import { createCallClient } from '#base/call-client.ts';
import { CallFailure } from '#base/errors.ts';
import type { ReportedState } from './alert-player.ts';
import { alertNotHeld } from './widget-failures.ts';
import type { AudioState, ShownAlert } from './widget-shapes.ts';
import type { ShownStatistics, widgetsCalls } from './widgets.calls.ts';

type WidgetCall = (typeof widgetsCalls)[keyof typeof widgetsCalls];

/** The key of the page's address, which alone says whose widget it is. */
export interface WidgetClient {
  next(isVisible: boolean): Promise<ShownAlert | null>;
  report(alertId: string, state: ReportedState, reason?: string): Promise<'taken' | 'lost'>;
  health(told: { audio: AudioState; isVisible: boolean; build: string }): Promise<void>;
  statistics(): Promise<ShownStatistics>;
  /** Of the stream of events, resumed after the event of that number. */
  eventsAddress(lastEventId: string | null): string;
}

const withoutSession = {
  access: () => null,
  hasRefresh: () => false,
  hasRunOut: () => false,
  refresh: async () => false,
};

const noReferrer: typeof fetch = (input, init) =>
  fetch(input, { ...init, referrerPolicy: 'no-referrer', cache: 'no-store' });

/** The calls of a widget page. Rejects with `CallFailure`. */
export function createWidgetClient(key: string, source: string): WidgetClient {
  const call = createCallClient<WidgetCall>(withoutSession, noReferrer);
  return {
    next: (isVisible) => call('POST Widget/Next', { body: { key, source, isVisible } }),
    async report(alertId, state, reason) {
      try {
        const body = { key, source, alertId, state, ...(reason !== undefined && { reason }) };
        await call('POST Widget/Report', { body });
        return 'taken';
      } catch (error) {
        const isLost = error instanceof CallFailure && (error.code === alertNotHeld.code || error.status === 404);
        if (isLost) return 'lost';
        throw error;
      }
    },
    async health(told) {
      await call('POST Widget/Health', { body: { key, source, ...told } });
    },
    statistics: () => call('GET Widget/Statistics', { query: { key } }),
    eventsAddress(lastEventId) {
      const resume = lastEventId === null ? '' : `&lastEventId=${encodeURIComponent(lastEventId)}`;
      return `/api/Widget/Events?key=${encodeURIComponent(key)}&source=${source}${resume}`;
    },
  };
}

import type { ClockAnswer } from '#app/donathon/clock-shapes.ts';
import { createCallClient } from '#base/calls/call-client.ts';
import { CallFailure } from '#base/calls/errors.ts';
import { alertNotHeld } from '../widget-failures.ts';
import type { AudioState, HandedAlert } from '../widget-shapes.ts';
import type { ShownStatistics, ShownTargets, ShownVotes, StreamedDraws, widgetsCalls } from '../widgets.calls.ts';
import type { ReportedState } from './alert-player.ts';

type WidgetCall = (typeof widgetsCalls)[keyof typeof widgetsCalls];

/** The calls of a widget page, authorized by the key of its address alone. */
export interface WidgetClient {
  next(isVisible: boolean): Promise<HandedAlert | null>;
  report(alert: HandedAlert, state: ReportedState, reason?: string): Promise<'taken' | 'lost'>;
  health(report: { audio: AudioState; isVisible: boolean; build: string }): Promise<void>;
  statistics(): Promise<ShownStatistics>;
  votes(): Promise<ShownVotes>;
  targets(): Promise<ShownTargets>;
  clock(): Promise<ClockAnswer>;
  draws(): Promise<StreamedDraws>;
  /** The address of the event stream, resumed after this event. Only a stream that lasts tells the server that its page is there. */
  eventsAddress(lastEventId: string | null, isBrief: boolean): string;
}

const withoutSession = {
  access: () => null,
  hasRefresh: () => false,
  hasRunOut: () => false,
  refresh: async () => false,
  reset: async () => {},
};

/** Names the language of the page, which is not that of the streaming program. */
const noReferrer: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  headers.set('accept-language', document.documentElement.lang);
  return fetch(input, { ...init, headers, referrerPolicy: 'no-referrer', cache: 'no-store' });
};

/** Creates the client of a widget page. Its calls reject with `CallFailure`. */
export function createWidgetClient(key: string, source: string): WidgetClient {
  const call = createCallClient<WidgetCall>(withoutSession, noReferrer);
  return {
    next: (isVisible) => call('POST Widget/Next', { body: { key, source, isVisible } }),
    async report({ alertId, leaseId }, state, reason) {
      try {
        const lease = leaseId === undefined ? {} : { leaseId };
        const body = { key, source, alertId, ...lease, state, ...(reason !== undefined && { reason }) };
        await call('POST Widget/Report', { body });
        return 'taken';
      } catch (error) {
        const isLost = error instanceof CallFailure && (error.code === alertNotHeld.code || error.status === 404);
        if (isLost) return 'lost';
        throw error;
      }
    },
    async health(report) {
      await call('POST Widget/Health', { body: { key, source, ...report } });
    },
    statistics: () => call('GET Widget/Statistics', { query: { key } }),
    votes: () => call('GET Widget/Votes', { query: { key } }),
    targets: () => call('GET Widget/Targets', { query: { key } }),
    clock: () => call('GET Widget/Clock', { query: { key } }),
    draws: () => call('GET Widget/Draws', { query: { key } }),
    eventsAddress(lastEventId, isBrief) {
      const page = isBrief ? '' : `&source=${source}`;
      const resume = lastEventId === null ? '' : `&lastEventId=${encodeURIComponent(lastEventId)}`;
      return `/api/Widget/Events?key=${encodeURIComponent(key)}${page}${resume}`;
    },
  };
}

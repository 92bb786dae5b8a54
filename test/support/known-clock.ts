import type { OwnClock } from '#app/donathon/clock-shapes.ts';

/** A clock of four hours, as the server answers, with what differs. */
export function knownClock(more: Partial<OwnClock> = {}): OwnClock {
  return {
    id: 'clock-1',
    state: 'running',
    startedAt: '2026-01-31T09:00:00.000Z',
    endsAt: '2026-01-31T13:00:00.000Z',
    closedAt: null,
    remaining: 60_000,
    minutes: 240,
    sum: 5_000,
    seconds: 60,
    isLinear: false,
    most: null,
    room: null,
    donations: { sum: 0, count: 0, seconds: 0 },
    own: null,
    ...more,
  };
}

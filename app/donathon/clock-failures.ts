import { failure } from '#base/calls/errors.ts';

/** At most one clock of a creator runs. */
export const clockRuns = failure('ClockRuns', 409, 'Донатон уже идёт. Новый можно начать, когда он закончится');

/** The clock is over: its time has run out, or it was ended. */
export const clockEnded = failure('ClockEnded', 409, 'Донатон закончился, изменить его уже нельзя');

/** Another page has changed the clock since it was read. */
export const clockChanged = failure(
  'ClockChanged',
  409,
  'Донатон изменили на другой странице. Посмотрите, как он идёт, и повторите, если нужно',
);

import type { Budget } from '#base/calls/rate-limit.server.ts';

/** The new connections of a network: bots and event streams together. */
export const knocking: Budget = {
  name: 'socket-network',
  points: 120,
  seconds: 60,
  message: 'Слишком много подключений. Подождите минуту',
};

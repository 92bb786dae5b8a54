import type { Area } from '#base/calls/area.server.ts';
import { bindCalls } from '#base/calls/bound-call.server.ts';
import { addTime, reduceTime } from './added-time.server.ts';
import { donathonCalls } from './donathon.calls.ts';
import { clockHandlers } from './running/clock-handlers.server.ts';

/** Creates the area: the clock of a stream that donations prolong (docs/rules.md#donathon). */
export function createDonathon() {
  return {
    calls: bindCalls(donathonCalls, clockHandlers),
    addTime,
    reduceTime,
  } satisfies Area & Record<string, unknown>;
}

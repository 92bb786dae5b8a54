import type { Area } from '#base/calls/area.server.ts';
import { bindCalls } from '#base/calls/bound-call.server.ts';
import { createTargetHandlers, type LeastFault } from './making/target-handlers.server.ts';
import { targetsCalls } from './targets.calls.ts';

/** Creates the area: what creators promise for a sum (docs/rules.md#targets). */
export function createTargets({ leastFault }: { readonly leastFault: LeastFault }) {
  return { calls: bindCalls(targetsCalls, createTargetHandlers(leastFault)) } satisfies Area;
}

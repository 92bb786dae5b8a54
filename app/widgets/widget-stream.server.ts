import type { CallContext } from '#base/call-context.server.ts';
import type { EventStream } from '#base/event-stream.server.ts';
import type { LiveEvent } from '#base/live.server.ts';
import { countWaiting } from './alert-move-store.server.ts';
import { markBack, markGone } from './source-store.server.ts';
import { projectAt, type WidgetHouse } from './widget-deps.server.ts';
import { wrongKey } from './widget-failures.ts';
import { findKeyOwner, type KeyOwner, readSettings } from './widget-settings-store.server.ts';
import { settingsOnWire } from './widget-shown.server.ts';

/** The event's kinds that go to the pages under their own name. */
const passedOn = new Set(['queue', 'settings', 'control', 'statistics']);

function isOtherVersion(payload: unknown, version: number): boolean {
  return typeof payload === 'object' && payload !== null && 'version' in payload && payload.version !== version;
}

function pass(stream: EventStream, owner: KeyOwner, { number, kind, payload }: LiveEvent): void {
  if (kind === 'gift') {
    stream.send({ event: 'statistics', data: {} });
    stream.send({ event: 'queue', data: payload, id: number });
  } else if (passedOn.has(kind)) {
    stream.send({ event: kind, data: payload, id: number });
  } else if (kind === 'cut') {
    // With its number, so that a page that may come back does not meet it again.
    stream.send({ event: 'cut', data: {}, id: number });
    stream.end();
  } else if (kind === 'key-rotated' && isOtherVersion(payload, owner.keyVersion)) {
    stream.end();
  }
}

/** Where a page has to be resumed: the newer of what the browser's header and the address tell. */
export function resumePoint(header: string | string[] | undefined, lastEventId: number | undefined): number | null {
  const told = typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : null;
  if (told === null) return lastEventId ?? null;
  return Math.max(told, lastEventId ?? 0);
}

/** The start of a stream: what is true now, under the number that the events begin after. */
async function readStart(house: WidgetHouse, context: CallContext, key: string, owner: KeyOwner) {
  const { projectId, keyVersion } = owner;
  // Asked again while the subscription holds: a key replaced in between would leave a stream that nothing ends.
  const again = await findKeyOwner(context.db, key);
  if (again?.keyVersion !== keyVersion) throw wrongKey.because();
  const project = await projectAt(context.db, projectId);
  const settings = settingsOnWire(house, project, await readSettings(context.db, projectId));
  return { settings, queue: { waiting: await countWaiting(context.db, projectId) } };
}

/** Opens a page's stream of events; it lives until the page goes or the key is replaced. Throws `wrongKey`. */
export async function openWidgetStream(
  house: WidgetHouse,
  context: CallContext,
  asked: { key: string; source: string | null; after: number | null },
): Promise<void> {
  const owner = await findKeyOwner(context.db, asked.key);
  if (owner === null) throw wrongKey.because();
  const early: LiveEvent[] = [];
  let receive = (event: LiveEvent): void => void early.push(event);
  const subscription = await house.hub.subscribe(owner.projectId, asked.after, (event) => receive(event));
  try {
    const start = await readStart(house, context, asked.key, owner);
    if (asked.source !== null) await markBack(context.db, owner.projectId, asked.source);
    const stream = context.openEvents();
    stream.onClose(() => {
      subscription.unsubscribe();
      if (asked.source !== null) void markGone(context.database, owner.projectId, asked.source);
    });
    if (context.request.raw.destroyed) subscription.unsubscribe();
    stream.send({ event: 'settings', data: start.settings, id: subscription.cursor });
    stream.send({ event: 'queue', data: start.queue, id: subscription.cursor });
    receive = (event) => pass(stream, owner, event);
    for (const event of early) receive(event);
  } catch (error) {
    subscription.unsubscribe();
    throw error;
  }
}

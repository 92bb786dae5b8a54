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

/**
 * Ids of events rise from each to the next although one entry of the log may become two of them: entry N has the id 4N, what is
 * sent with it before that 4N - 1; what is true at the start, after entry N, 4N + 1 and 4N + 2. A quarter of an id, rounded down,
 * is the last entry that has come whole.
 */
const idsOfEntry = 4;

/** Whether a key came after the one of that version. Keys of old in the log end nothing: a page resumed before them would end at each try. */
function isNewerKey(payload: unknown, version: number): boolean {
  const isKey = typeof payload === 'object' && payload !== null && 'version' in payload;
  return isKey && typeof payload.version === 'number' && payload.version > version;
}

function pass(stream: EventStream, owner: KeyOwner, { number, kind, payload }: LiveEvent): void {
  const id = number * idsOfEntry;
  if (kind === 'gift') {
    stream.send({ event: 'statistics', data: {}, id: id - 1 });
    stream.send({ event: 'queue', data: payload, id });
  } else if (passedOn.has(kind)) {
    stream.send({ event: kind, data: payload, id });
  } else if (kind === 'cut') {
    // With its id, so that a page that may come back does not meet it again.
    stream.send({ event: 'cut', data: {}, id });
    stream.end();
  } else if (kind === 'key-rotated' && isNewerKey(payload, owner.keyVersion)) {
    stream.end();
  }
}

/** The entry of the log after which a page has to be resumed: the newer of what the browser's header and the address tell. */
export function resumePoint(header: string | string[] | undefined, lastEventId: number | undefined): number | null {
  const told = typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : null;
  if (told === null && lastEventId === undefined) return null;
  return Math.floor(Math.max(told ?? 0, lastEventId ?? 0) / idsOfEntry);
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
    const id = subscription.cursor * idsOfEntry;
    stream.send({ event: 'settings', data: start.settings, id: id + 1 });
    stream.send({ event: 'queue', data: start.queue, id: id + 2 });
    receive = (event) => pass(stream, owner, event);
    for (const event of early) receive(event);
  } catch (error) {
    subscription.unsubscribe();
    throw error;
  }
}

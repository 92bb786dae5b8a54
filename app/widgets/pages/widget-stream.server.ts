import type { CallContext } from '#base/calls/call-context.server.ts';
import { type EncodedEvents, type EventStream, encodeEvents } from '#base/events/event-stream.server.ts';
import type { LiveEvent } from '#base/events/live.server.ts';
import { markBack, markGone } from '../health/source-store.server.ts';
import type { StreamSlot } from '../health/stream-slots.server.ts';
import { refuseTooManyPages } from '../health/too-many-pages-store.server.ts';
import { readRing } from '../queue/alert-move-store.server.ts';
import { projectAt, type WidgetServices } from '../widget-deps.server.ts';
import { wrongKey } from '../widget-failures.ts';
import { findKeyOwner, type KeyOwner, readWidgetSettings } from '../widget-settings-store.server.ts';
import { settingsOnWire } from '../widget-shown.server.ts';

/** The kinds of events that are sent to the pages under their own name. */
const passedOn = new Set(['queue', 'settings', 'control', 'statistics']);

/**
 * Ids of events rise although one entry of the log may become two events: entry N has the id 4N, an event sent before it 4N - 1, and the
 * state sent at the start, after entry N, 4N + 1 and 4N + 2. An id divided by four and rounded down is the last entry that arrived as
 * a whole.
 */
const idsOfEntry = 4;

/** Whether the event is a rotation after this version. Older rotations in the log are ignored: a page that resumes before them would never stay connected. */
function isNewerKey(payload: unknown, version: number): boolean {
  const isKey = typeof payload === 'object' && payload !== null && 'version' in payload;
  return isKey && typeof payload.version === 'number' && payload.version > version;
}

/** What pages get for an entry of the log; null: nothing. */
function encodeEntry({ number, kind, payload }: LiveEvent): EncodedEvents | null {
  const id = number * idsOfEntry;
  if (kind === 'donation') {
    return encodeEvents({ event: 'statistics', data: {}, id: id - 1 }, { event: 'queue', data: payload, id });
  }
  if (passedOn.has(kind)) return encodeEvents({ event: kind, data: payload, id });
  // Sent with its id, so that a page that may reconnect does not receive it again.
  return kind === 'cut' ? encodeEvents({ event: 'cut', data: {}, id }) : null;
}

const encoded = new WeakMap<LiveEvent, EncodedEvents | null>();

/** The same bytes for every stream. */
function encodedOnce(entry: LiveEvent): EncodedEvents | null {
  const known = encoded.get(entry);
  if (known !== undefined) return known;
  const made = encodeEntry(entry);
  encoded.set(entry, made);
  return made;
}

function pass(stream: EventStream, owner: KeyOwner, entry: LiveEvent): void {
  const events = encodedOnce(entry);
  if (events !== null) stream.send(events);
  const isRotated = entry.kind === 'key-rotated' && isNewerKey(entry.payload, owner.keyVersion);
  if (entry.kind === 'cut' || isRotated) stream.end();
}

/** The log entry after which a page resumes: the newer of the browser's header and the query parameter. */
export function resumePoint(header: string | string[] | undefined, lastEventId: number | undefined): number | null {
  const fromHeader = typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : null;
  if (fromHeader === null && lastEventId === undefined) return null;
  return Math.floor(Math.max(fromHeader ?? 0, lastEventId ?? 0) / idsOfEntry);
}

/** The state that a stream starts with. */
async function readStart(services: WidgetServices, context: CallContext, key: string, owner: KeyOwner) {
  const { projectId, keyVersion } = owner;
  // Checked again after subscribing: a key replaced in between would leave a stream that nothing ends.
  const again = await findKeyOwner(context.db, key);
  if (again?.keyVersion !== keyVersion) throw wrongKey();
  const project = await projectAt(context.db, projectId);
  const settings = settingsOnWire(services, project, await readWidgetSettings(context.db, projectId));
  // Without `first`: this page asks at once, and no other learns of it.
  const { waiting } = await readRing(context.db, projectId);
  return { settings, queue: { waiting } };
}

interface AskedStream {
  readonly key: string;
  readonly source: string | null;
  readonly after: number | null;
}

/** Opens a page's event stream, which lasts until the page closes or the key is replaced. Throws `wrongKey`, and 429 at the limit of streams. */
export async function openWidgetStream(
  services: WidgetServices,
  context: CallContext,
  asked: AskedStream,
): Promise<void> {
  const owner = await findKeyOwner(context.db, asked.key);
  if (owner === null) throw wrongKey();
  const slot = services.slots.take(owner.projectId, asked.source);
  if (slot === null) throw await refuseTooManyPages(context.database, owner.projectId);
  try {
    await fillStream(services, context, { ...asked, owner, slot });
  } catch (error) {
    slot.free();
    throw error;
  }
}

async function fillStream(
  services: WidgetServices,
  context: CallContext,
  { key, source, after, owner, slot }: AskedStream & { owner: KeyOwner; slot: StreamSlot },
): Promise<void> {
  const { projectId } = owner;
  // Not the context, which would keep the whole request as long as the stream lasts.
  const { database } = context;
  const early: LiveEvent[] = [];
  let receive = (event: LiveEvent): void => void early.push(event);
  const subscription = await services.hub.subscribe(projectId, after, (event) => receive(event));
  try {
    const start = await readStart(services, context, key, owner);
    if (source !== null) await markBack(context.db, projectId, source);
    const stream = context.openEvents();
    slot.hold(stream);
    stream.onClose(() => {
      subscription.unsubscribe();
      slot.free();
      // A page that has reconnected has another stream: the end of the old one does not mean that it left.
      if (source !== null && !services.slots.has(projectId, source)) void markGone(database, projectId, source);
    });
    const id = subscription.cursor * idsOfEntry;
    const settings = { event: 'settings', data: start.settings, id: id + 1 };
    stream.send(encodeEvents(settings, { event: 'queue', data: start.queue, id: id + 2 }));
    receive = (event) => pass(stream, owner, event);
    for (const event of early) receive(event);
  } catch (error) {
    subscription.unsubscribe();
    throw error;
  }
}

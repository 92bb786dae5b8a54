import { browserStorage } from '#base/text/browser-storage.ts';

const place = 'opora-source';
/** How long another page may take to release the id: on a busy computer the page before a reload closes late. */
const lockWait = { reloaded: 5_000, opened: 400 } as const;

/** A random id. Pages on an insecure origin have no `crypto.randomUUID`. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Claims an id until the page closes; false where another open page has it. */
function hold(id: string, until: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const giveUp = AbortSignal.timeout(isReloaded() ? lockWait.reloaded : lockWait.opened);
    navigator.locks
      .request(`${place} ${id}`, { signal: giveUp }, () => {
        resolve(true);
        return new Promise<void>((release) => until.addEventListener('abort', () => release()));
      })
      .catch(() => resolve(false));
  });
}

function isReloaded(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return entry instanceof PerformanceNavigationTiming && entry.type === 'reload';
}

/**
 * The id under which this page asks for alerts. It stays the same after a reload, so that the page finds its lease again. A duplicated
 * tab copies the storage of the first and must get another id, or both would play the same lease.
 */
export async function claimSource(until: AbortSignal): Promise<string> {
  const known = browserStorage.session.getItem(place);
  const isMine = known !== null && (navigator.locks === undefined ? isReloaded() : await hold(known, until));
  if (isMine) return known;
  const id = newId();
  if (navigator.locks !== undefined) await hold(id, until);
  // Without storage each load is a separate source.
  browserStorage.session.setItem(place, id);
  return id;
}

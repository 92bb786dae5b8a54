import { useEffect, useState, useSyncExternalStore } from 'react';
import { StoredValue } from '#base/text/stored-value.ts';

const secretOf = (giftId: string) =>
  new StoredValue<string>({
    place: 'session',
    key: `gift:${giftId}`,
    empty: '',
    parse: (raw) => (typeof raw === 'string' ? raw : null),
  });

/** The secret that this tab was opened with, kept over a login; empty: none. */
export function useLinkSecret(giftId: string): string {
  const [stored] = useState(() => secretOf(giftId));
  useEffect(() => {
    const given = location.hash.slice(1);
    if (/^[\w-]{40,50}$/.test(given)) stored.write(given);
  }, [stored]);
  return useSyncExternalStore(stored.subscribe, stored.read, stored.readEmpty);
}

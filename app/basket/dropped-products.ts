import { useSyncExternalStore } from 'react';
import { StoredValue } from '#base/stored-value.ts';

const none: readonly string[] = [];

/** The names of what did not get from a guest's basket into the account's and is still to be told. */
export const dropped = new StoredValue<readonly string[]>({
  place: 'local',
  key: 'opora.basketDropped',
  empty: none,
  parse: (raw) => (Array.isArray(raw) ? raw.filter((name) => typeof name === 'string') : null),
});

/** Adds to them. */
export function noteDropped(names: readonly string[]): void {
  if (names.length > 0) dropped.write([...new Set([...dropped.read(), ...names])]);
}

/** The same for a screen, and what to call once they have been read. */
export function useDropped() {
  const names = useSyncExternalStore(dropped.subscribe, dropped.read, dropped.readEmpty);
  return { names, forget: () => dropped.write(none) };
}

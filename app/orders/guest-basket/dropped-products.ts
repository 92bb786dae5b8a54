import { useSyncExternalStore } from 'react';
import { StoredValue } from '#base/text/stored-value.ts';

const none: readonly string[] = [];

/** The names of guest items that could not be added to the account's basket and that the user has not been shown yet. */
export const dropped = new StoredValue<readonly string[]>({
  place: 'local',
  key: 'opora.basketDropped',
  empty: none,
  parse: (raw) => (Array.isArray(raw) ? raw.filter((name) => typeof name === 'string') : null),
});

/** Adds names of dropped items. */
export function noteDropped(names: readonly string[]): void {
  if (names.length > 0) dropped.write([...new Set([...dropped.read(), ...names])]);
}

/** The dropped items for a screen, with a function to call once they were read. */
export function useDropped() {
  const names = useSyncExternalStore(dropped.subscribe, dropped.read, dropped.readEmpty);
  return { names, forget: () => dropped.write(none) };
}

import { useSyncExternalStore } from 'react';
import { StoredValue } from '#base/text/stored-value.ts';
import type { BasketItem } from './basket-item.ts';

const none: readonly string[] = [];

/** The names of items of this browser that could not be added to the account's basket and that the user has not been shown yet. */
export const dropped = new StoredValue<readonly string[]>({
  place: 'local',
  key: 'opora.basketDropped',
  empty: none,
  parse: (raw) => (Array.isArray(raw) ? raw.filter((name) => typeof name === 'string') : null),
});

/** How a dropped item is named. */
export function nameOf({ productName, colorName, sizeName }: BasketItem): string {
  return [productName, colorName, sizeName].filter(Boolean).join(', ');
}

/** Takes back the name of an item whose refusal is shown elsewhere. */
export function forgetDropped(item: BasketItem): void {
  dropped.write(dropped.read().filter((name) => name !== nameOf(item)));
}

/** Adds names of dropped items. */
export function noteDropped(names: readonly string[]): void {
  if (names.length > 0) dropped.write([...new Set([...dropped.read(), ...names])]);
}

/** The dropped items for a screen, with a function to call once they were read. */
export function useDropped() {
  const names = useSyncExternalStore(dropped.subscribe, dropped.read, dropped.readEmpty);
  return { names, forget: () => dropped.write(none) };
}

import { useSyncExternalStore } from 'react';
import { StoredValue } from '#base/text/stored-value.ts';

const onStream = new StoredValue<boolean>({
  place: 'local',
  key: 'opora.on-stream',
  empty: false,
  parse: (raw) => (typeof raw === 'boolean' ? raw : null),
});

/** Before hydration the mode counts as on, so that the first paint has nothing private. */
const unknown = () => true;

/** Whether this browser's screen is shown to viewers: phones, addresses, keys and balances are then hidden. Shared by all tabs. */
export function useOnStream(): boolean {
  return useSyncExternalStore(onStream.subscribe, onStream.read, unknown);
}

/** Switches the mode for all tabs of this browser. */
export function setOnStream(isOn: boolean): void {
  onStream.write(isOn);
}

import { useSyncExternalStore } from 'react';
import { StoredValue } from '#base/stored-value.ts';

const onStream = new StoredValue<boolean>({
  place: 'local',
  key: 'opora.on-stream',
  empty: false,
  parse: (raw) => (typeof raw === 'boolean' ? raw : null),
});

/** What is not known yet counts as a stream: nothing private is in a page's first paint. */
const unknown = () => true;

/** Whether this browser's screen is shared with viewers: then phones, addresses, keys and balances are hidden. Equal in all tabs. */
export function useOnStream(): boolean {
  return useSyncExternalStore(onStream.subscribe, onStream.read, unknown);
}

/** Switches the mode for all tabs of this browser. */
export function setOnStream(isOn: boolean): void {
  onStream.write(isOn);
}

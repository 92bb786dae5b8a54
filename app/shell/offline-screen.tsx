import { Offline } from './trouble.tsx';

/** Kept in the browser by public/sw.js and shown in place of any page while there is no network. */
export default function OfflineScreen() {
  return <Offline />;
}

import { Offline } from './trouble.tsx';

/** Cached by public/sw.js and shown instead of any page while the browser is offline. */
export default function OfflineScreen() {
  return <Offline />;
}

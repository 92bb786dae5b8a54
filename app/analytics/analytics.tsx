import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { isOwnPath } from '#app/identity/guarded-paths.ts';
import { useSession } from '#app/identity/session.ts';
import type { AnalyticsSettings } from '#base/pages/analytics-settings.ts';
import { storedConsent } from './consent.ts';
import { ConsentBanner } from './consent-banner.tsx';
import { isCountedPath } from './counted-address.ts';
import { Counter } from './counter.ts';

/** Counts one hit per route change, if the visitor has agreed or no consent is required. */
export default function Analytics({ settings }: { readonly settings: AnalyticsSettings }) {
  const [counter] = useState(() => new Counter(settings));
  const { pathname, search } = useLocation();
  const consent = useSyncExternalStore(storedConsent.subscribe, storedConsent.read, storedConsent.readEmpty);
  const isCounted = isCountedPath(pathname);
  const isOn = isCounted && (!settings.needsConsent || consent === 'yes');
  // A guest who opens a signed-in page is redirected to the login, and only that page counts.
  const isLeaving = useSession().status !== 'user' && isOwnPath(pathname);

  useEffect(() => {
    if (!isOn) counter.stop();
    else if (!isLeaving) counter.visit(new URL(`${pathname}${search}`, window.location.origin));
  }, [counter, isOn, isLeaving, pathname, search]);

  return isCounted && settings.needsConsent && consent === null ? <ConsentBanner /> : null;
}

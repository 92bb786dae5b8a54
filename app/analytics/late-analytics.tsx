import { lazy, Suspense } from 'react';
import { analyticsSettingsOf } from '#base/pages/analytics-settings.ts';
import { useAnalyticsSettings } from '#base/pages/document-context.ts';
import { useHydrated } from '#base/pages/hydrated.ts';
import { refusesTracking } from './consent.ts';

// Blockers of advertisements refuse these files by their names.
const nothing = () => ({ default: () => null });
const Analytics = lazy(() => import('./analytics.tsx').catch(nothing));
const ConsentLink = lazy(() => import('./consent-link.tsx').catch(nothing));

/** Counts visits if the page has settings for it and the browser does not refuse; otherwise the code is not even loaded. */
export function LateAnalytics({ settings }: { readonly settings: string | null }) {
  const isHydrated = useHydrated();
  if (!isHydrated || settings === null || refusesTracking()) return null;
  return (
    <Suspense>
      <Analytics settings={analyticsSettingsOf(settings)} />
    </Suspense>
  );
}

/** A link to withdraw consent, if the page requires one. */
export function LateConsentLink() {
  const isHydrated = useHydrated();
  const settings = useAnalyticsSettings();
  if (!isHydrated || settings === null || !analyticsSettingsOf(settings).needsConsent || refusesTracking()) return null;
  return (
    <Suspense>
      <ConsentLink />
    </Suspense>
  );
}

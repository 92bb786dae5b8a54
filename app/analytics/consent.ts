import { StoredValue } from '#base/text/stored-value.ts';

/** The consent of a visitor to being counted; null: not asked yet. */
export type Consent = 'yes' | 'no' | null;

/** Shared by all tabs of a browser. */
export const storedConsent = new StoredValue<Consent>({
  place: 'local',
  key: 'opora.analytics',
  empty: null,
  parse: (raw) => (raw === 'yes' || raw === 'no' ? raw : null),
});

/** The id of the banner, which takes the focus when a visitor opens it. */
export const consentBannerId = 'analytics-consent';

/** Whether the browser refuses tracking. */
export function refusesTracking(): boolean {
  return (
    navigator.doNotTrack === '1' ||
    ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true) ||
    ('doNotTrack' in window && window.doNotTrack === '1')
  );
}

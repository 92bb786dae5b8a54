/** The settings of the analytics counter. */
export interface AnalyticsSettings {
  readonly id: number;
  /** Address of the counter's script. */
  readonly tag: string;
  /** Whether it may be loaded only after the visitor has agreed. */
  readonly needsConsent: boolean;
}

/** Parses the settings that the server has put into the page. */
export function analyticsSettingsOf(text: string): AnalyticsSettings {
  return JSON.parse(text);
}

/** Name of the `<meta>` with the settings as JSON; a page without it is not counted. */
export const analyticsMeta = 'analytics';

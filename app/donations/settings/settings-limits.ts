/** The largest settings of donations, for the form and the server. */
export const settingsLimits = { commissionPercent: 100, messageMaxLength: 1_000 } as const;

/** The choices for widgets; the first of each is the default. */
export const alertAnimations = ['unroll', 'rise', 'pop', 'drop', 'fade'] as const;
export const alertSounds = ['chime', 'bell', 'strings', 'pop', 'none'] as const;
export const alertThemeNames = ['ikat', 'minimal', 'playful', 'dark', 'light'] as const;
export const alertFonts = ['unbounded', 'onest', 'roboto', 'mono'] as const;
export const statisticsPeriods = ['day', 'month', 'all', 'since', 'stream'] as const;
export const statisticsLayouts = ['board', 'total', 'goal', 'last', 'top'] as const;

export type AlertThemeName = (typeof alertThemeNames)[number];
export type AlertFont = (typeof alertFonts)[number];

/** A built-in sound; every other name is that of an uploaded one. */
export type BuiltInSound = (typeof alertSounds)[number];

/** Whether a sound is built in, not uploaded. */
export function isBuiltInSound(sound: string): sound is BuiltInSound {
  return alertSounds.some((one) => one === sound);
}

/** The months of monthly support that may have a look of their own: the first one, or any. */
export const variantMonths = ['first', 'any'] as const;

export type VariantMonths = (typeof variantMonths)[number];

/** Who reads alerts aloud; the first is the default. */
export const voiceSpeakers = ['browser', 'server'] as const;

/** How fast a voice reads, as a multiple of the usual speed. */
export const voiceRates = { least: 0.5, most: 2 } as const;

/** The most variants by amount beside the default alert. */
export const mostVariants = 8;

/** A widget's size in percent. */
export const widgetSizes = { least: 50, most: 200 } as const;

/** An alert's width in percent of the stream's. */
export const alertWidths = { least: 20, most: 80 } as const;

/** Limits of uploaded sounds: number, length in seconds, size of a file in bytes. */
export const ownSounds = { most: 12, seconds: 8, fileBytes: 1_600_000 } as const;

/** The most event streams per key on one process. */
export const mostStreams = 50;

/** The most connected pages per key. */
export const mostSources = 50;

/** How many waiting alerts are listed, and how many a command may name at most. */
export const listedAlerts = { usual: 50, most: 1_000 } as const;

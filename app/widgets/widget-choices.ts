/** What a creator may choose from for his widgets; the first of each is what he has at the start. */
export const alertAnimations = ['unroll', 'rise', 'pop', 'drop', 'fade'] as const;
export const alertSounds = ['chime', 'bell', 'strings', 'pop', 'none'] as const;
export const statisticsPeriods = ['day', 'month', 'all', 'since', 'stream'] as const;
export const statisticsLayouts = ['board', 'total', 'goal', 'last', 'top'] as const;

/** A sound that the product brings; every other name is of a creator's own one. */
export type BuiltInSound = (typeof alertSounds)[number];

/** What distinguishes built-in sounds from names of own ones. */
export function isBuiltInSound(sound: string): sound is BuiltInSound {
  return alertSounds.some((one) => one === sound);
}

/** Variants by sum that a creator may have beside the alert for all. */
export const mostVariants = 8;

/** A widget's size in percent of its usual one. */
export const widgetSizes = { least: 50, most: 200 } as const;

/** A creator's own sounds: how many, how long in seconds, and how large an uploaded file in bytes. */
export const ownSounds = { most: 12, seconds: 8, fileBytes: 1_600_000 } as const;

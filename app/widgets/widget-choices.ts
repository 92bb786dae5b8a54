/** What a creator may choose from for his widgets; the first of each is what he has at the start. */
export const alertAnimations = ['unroll', 'rise', 'pop', 'drop', 'fade'] as const;
export const alertSounds = ['chime', 'bell', 'strings', 'pop', 'none'] as const;
export const statisticsPeriods = ['day', 'month', 'all', 'since'] as const;

export type AlertSound = (typeof alertSounds)[number];

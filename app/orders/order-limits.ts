/** The largest quantity of one item in an order. */
export const quantityMost = 99;

/** The largest number of different items in a basket. */
export const linesMost = 100;

/** The longest reason that a buyer reads, in characters. */
export const longestOrderReason = 500;

/** What is said of a reason that was left out. */
export const missingReason = 'Напишите причину';

/** How many orders may use a promo code that has a limit. */
export const codeUsesMost = 1_000_000_000;

/** How many unpaid orders of one buyer may reserve pieces. */
export const unpaidMost = 10;

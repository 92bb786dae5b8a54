/** The largest quantity of one item in an order. */
export const quantityMost = 99;

/** The largest number of different items in a basket. */
export const linesMost = 100;

/** The longest reason of the staff that a buyer reads, in characters. */
export const longestReason = 500;

/** How many unpaid orders of one buyer may reserve pieces. */
export const unpaidMost = 10;

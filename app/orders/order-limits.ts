/** An item may be bought so many times in one order. */
export const quantityMost = 99;

/** A basket holds so many different items. */
export const linesMost = 100;

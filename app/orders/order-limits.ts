/** An item may be bought so many times in one order. */
export const quantityMost = 99;

/** A basket holds so many different items. */
export const linesMost = 100;

/** So many orders of one buyer may hold pieces back without being paid. */
export const unpaidMost = 10;

/** How many levels a creator may have. */
export const mostLevels = 10;

/** The largest discount on merch in per cent: a payment of nothing cannot be made. */
export const mostDiscountPercent = 90;

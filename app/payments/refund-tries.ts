/** By then a provider has caught up with itself: what is not booked after so many tries of a refund is left to the staff. */
export const mostRefundTries = 8;

/** The longest reason of a block. */
export const longestBlockReason = 500;

/** The longest comment on a rejected field. */
export const longestComment = 500;

/** The longest reason of the staff that somebody else reads, where its contract names no other length. */
export const longestReason = 300;

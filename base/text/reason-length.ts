/** The longest reason for an act that others read, where its contract names no other length. */
export const longestReason = 300;

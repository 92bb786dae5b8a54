/** The most letters of a message to members. */
export const mostLetters = 1_000;

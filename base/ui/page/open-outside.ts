/**
 * The way to pages of other sites out of a window that must not be left, as that of Telegram. `open` is there where there is one, and says
 * whether it has opened the address.
 */
export const outside: { open?: (address: string) => boolean } = {};

type Opener = (address: string) => boolean;

let opener: Opener | null = null;

/** The way to pages of other sites out of a window that must not be left, as that of Telegram. */
export const openOutside = {
  /** Whether this window has such a way. */
  isOffered: () => opener !== null,
  /** Offers it: the opener says whether it has opened the address. */
  answer(given: Opener): void {
    opener = given;
  },
  /** Opens an address there; false: this window itself may go to it. */
  open: (address: string) => opener?.(address) ?? false,
} as const;

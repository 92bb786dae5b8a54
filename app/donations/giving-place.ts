interface Named {
  readonly userId: string;
  readonly userName: string;
}

/** Where something is given to a creator: what its payment is stored for in this tab, and the path of its form. */
interface GivingPlace {
  readonly subject: string;
  readonly path: string;
}

/** The place of months for others. */
export const monthsPlace = ({ userId, userName }: Named): GivingPlace => ({
  subject: `months:${userId}`,
  path: `/${userName}/months`,
});

/** The place of a donation. */
export function givingPlace(creator: Named, giftedMonths: number | null): GivingPlace {
  return giftedMonths ? monthsPlace(creator) : { subject: creator.userId, path: `/${creator.userName}` };
}

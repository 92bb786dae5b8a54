/** The path of the page of gifted months; with the secret whoever opens it can take them. It stands behind `#`, which no server gets. */
export const giftPath = (giftId: string, secret: string | null = null): string =>
  `/months/${giftId}${secret === null ? '' : `#${secret}`}`;

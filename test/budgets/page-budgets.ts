/** What a public page may cost. */
export interface PageBudget {
  /** Statements of its loaders where nothing is kept of it, however much is on it. */
  readonly statements: number;
  /** At most so many kilobytes of scripts and of styles before anybody touches anything, gzip. */
  readonly scripts: number;
  readonly styles: number;
}

/** By the path of the route; `:userName`, `:id` and `:payId` are of the one whose page it is. */
export const pageBudgets: Readonly<Record<string, PageBudget>> = {
  '/': { statements: 9, scripts: 142, styles: 20 },
  '/authors': { statements: 2, scripts: 142, styles: 18 },
  '/market': { statements: 7, scripts: 145, styles: 19 },
  '/merch/:id': { statements: 7, scripts: 151, styles: 20 },
  '/:userName': { statements: 12, scripts: 150, styles: 20 },
  '/thanks/:payId': { statements: 7, scripts: 148, styles: 18 },
  '/basket': { statements: 0, scripts: 151, styles: 20 },
  '/auth': { statements: 1, scripts: 149, styles: 18 },
  '/widgets/notification': { statements: 0, scripts: 75, styles: 16 },
  '/widgets/statistics': { statements: 0, scripts: 75, styles: 16 },
  '/widgets/sticker': { statements: 0, scripts: 75, styles: 15 },
};

/** The address of somebody's page. */
export function pathOf(route: string, of: { userName: string; productId: string; payId: string }): string {
  return route
    .replace('merch/:id', `merch/${of.productId}`)
    .replace(':userName', of.userName)
    .replace(':payId', of.payId);
}

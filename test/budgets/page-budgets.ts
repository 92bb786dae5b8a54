/** The budget of a public page. */
export interface PageBudget {
  /** Statements of its loaders without cache, regardless of the amount of data. */
  readonly statements: number;
  /** Maximum kilobytes (gzip) of scripts and of styles before the first interaction. */
  readonly scripts: number;
  readonly styles: number;
}

/** By the path of the route; `:userName`, `:id` and `:payId` are of the one whose page it is. */
export const pageBudgets: Readonly<Record<string, PageBudget>> = {
  '/': { statements: 9, scripts: 143, styles: 20 },
  '/authors': { statements: 2, scripts: 144, styles: 18 },
  '/market': { statements: 7, scripts: 147, styles: 19 },
  '/merch/:id': { statements: 7, scripts: 153, styles: 20 },
  '/:userName': { statements: 12, scripts: 155, styles: 21 },
  '/thanks/:payId': { statements: 7, scripts: 152, styles: 18 },
  '/basket': { statements: 0, scripts: 154, styles: 20 },
  '/auth': { statements: 1, scripts: 150, styles: 18 },
  '/widgets/notification': { statements: 0, scripts: 75, styles: 16 },
  '/widgets/statistics': { statements: 0, scripts: 75, styles: 16 },
  '/widgets/sticker': { statements: 0, scripts: 75, styles: 15 },
};

/** The address of a person's page. */
export function pathOf(route: string, of: { userName: string; productId: string; payId: string }): string {
  return route
    .replace('merch/:id', `merch/${of.productId}`)
    .replace(':userName', of.userName)
    .replace(':payId', of.payId);
}

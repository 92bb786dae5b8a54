export interface PageBudget {
  /** Statements of its loaders without cache, regardless of the amount of data. */
  readonly statements: number;
  /** Maximum kilobytes (gzip) of scripts and of styles before the first interaction. */
  readonly scripts: number;
  readonly styles: number;
}

/** By the path of the route; `:userName`, `:id` and `:payId` are of the one whose page it is. */
export const pageBudgets: Readonly<Record<string, PageBudget>> = {
  '/': { statements: 9, scripts: 142, styles: 10 },
  '/authors': { statements: 2, scripts: 143, styles: 9 },
  '/market': { statements: 7, scripts: 145.5, styles: 10 },
  '/merch/:id': { statements: 7, scripts: 151.5, styles: 11 },
  '/:userName': { statements: 17, scripts: 156, styles: 13 },
  '/thanks/:payId': { statements: 8, scripts: 152, styles: 9.1 },
  '/basket': { statements: 0, scripts: 146.5, styles: 8 },
  '/auth': { statements: 1, scripts: 149, styles: 9 },
  '/widgets/notification': { statements: 0, scripts: 73, styles: 7.1 },
  '/widgets/statistics': { statements: 0, scripts: 73, styles: 6 },
  '/widgets/votes': { statements: 0, scripts: 73, styles: 6 },
  '/widgets/targets': { statements: 0, scripts: 73, styles: 6 },
  '/widgets/clock': { statements: 0, scripts: 73, styles: 6 },
  '/widgets/draws': { statements: 0, scripts: 73, styles: 6 },
  '/widgets/sticker': { statements: 0, scripts: 73, styles: 6 },
};

/** The address of a person's page. */
export function pathOf(route: string, of: { userName: string; productId: string; payId: string }): string {
  return route
    .replace('merch/:id', `merch/${of.productId}`)
    .replace(':userName', of.userName)
    .replace(':payId', of.payId);
}

import { widgetKeyOf } from '#test/bench/growth/ids.ts';
import { userNameOf } from '#test/bench/growth/values.ts';
import { openDonation } from '#test/bench/support/donation-maker.ts';
import { type PageBudget, pageBudgets, pathOf } from '#test/budgets/page-budgets.ts';
import { weighPage } from '#test/budgets/page-weight.ts';
import type { Figure } from './table.ts';
import { productIdOf } from './world.ts';

function figure(what: string, value: number, most: number): Figure {
  return {
    what,
    value,
    unit: 'KB',
    note: 'gzip, before interaction',
    goal: { is: 'at most', value: most, margin: 0 },
  };
}

/** The tests hold all of these to the same budgets. */
function figuresOf(
  route: string,
  { scripts, styles }: PageBudget,
  weight: { scripts: number; styles: number },
): Figure[] {
  return [figure(`scripts of ${route}`, weight.scripts, scripts), figure(`styles of ${route}`, weight.styles, styles)];
}

/** How much a first visit brings, as the running product sends it. */
export async function measureSizes(app: string): Promise<Figure[]> {
  const { payId } = await openDonation(app, 1);
  const figures: Figure[] = [];
  for (const [route, budget] of Object.entries(pageBudgets)) {
    const key = route.startsWith('/widgets/') ? `?key=${widgetKeyOf(1)}` : '';
    const path = `${pathOf(route, { userName: userNameOf(1), productId: productIdOf(7), payId })}${key}`;
    figures.push(...figuresOf(route, budget, await weighPage(app, path)));
  }
  return figures;
}

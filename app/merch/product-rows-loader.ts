import type { PageContext } from '#app/page-context.ts';
import { cardOf } from './product-view.ts';

/** The number of categories with a row on the home page. */
const rowsShown = 4;
/** In a row of the widest screens. */
const cardsShown = 5;

/** Loads the first products of the first categories for the home page, and the other categories; empty ones are left out. */
export async function loadProductRows({ services, tag }: PageContext) {
  tag('products');
  const rows = await services.call('GET Product/ProductListByCategory', { query: { Take: cardsShown } }, tag);
  return {
    rows: rows
      .slice(0, rowsShown)
      .map(({ category, items }) => ({ id: category.id, name: category.name, cards: items.map(cardOf) })),
    others: rows.slice(rowsShown).map(({ category: { id, name } }) => ({ id, name })),
  };
}

import type { PageContext } from '#base/page-context.ts';
import { cardOf } from './product-view.ts';

/** The first things of each category for the home page; categories without any are left out. */
export async function loadProductRows({ services, tag }: PageContext) {
  tag('products');
  const rows = await services.call('GET Product/ProductListByCategory', { query: {} }, tag);
  return rows.map(({ category, items }) => ({ id: category.id, name: category.name, cards: items.map(cardOf) }));
}

import type { PageContext } from '#base/page-context.ts';
import { cardOf } from './product-view.ts';

/** Two whole rows on a wide screen, four on a phone. */
const shown = 8;

/** The first things of what a creator sells, and how much there is in all. */
export async function loadCreatorMerch({ services, tag }: PageContext, userId: string) {
  tag('products');
  const { items, count } = await services.call(
    'GET Product/ProductList',
    { query: { UserId: userId, Take: shown } },
    tag,
  );
  return { cards: items.map(cardOf), count };
}

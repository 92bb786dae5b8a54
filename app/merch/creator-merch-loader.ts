import type { PageContext } from '#app/page-context.ts';
import { cardOf } from './product-view.ts';

/** Fills two rows on a wide screen, four on a phone. */
const shown = 8;

/** Loads the first products of a creator and their total number. */
export async function loadCreatorMerch({ services, tag }: PageContext, userId: string) {
  tag('products');
  const { items, count } = await services.call(
    'GET Product/ProductList',
    { query: { UserId: userId, Take: shown } },
    tag,
  );
  return { cards: items.map(cardOf), count };
}

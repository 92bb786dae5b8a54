import { data } from 'react-router';
import { orMissing } from '#app/document/missing.ts';
import type { PageContext } from '#base/page-context.ts';
import { similarProducts } from './product-rules.ts';
import { cardOf, sizeChips } from './product-view.ts';

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Everything that the page of a product shows; the page «not found» where buyers do not see it. */
export async function loadMerch({ services, tag }: PageContext, productId: string) {
  const { call } = services;
  if (!uuid.test(productId)) throw data(null, { status: 404 });
  // Said before asking, so that a page that was not to be found is dropped when the product is shown again.
  tag(`product:${productId.toLowerCase()}`, 'products');
  const product = await orMissing(call('GET Product/Product', { query: { productId } }, tag));
  tag(`creator:${product.user.userId}`);
  const [similar, sizes, config] = await Promise.all([
    // One more than is shown, for it may be among them itself.
    call('GET Product/ProductList', { query: { CategoryId: product.categoryId, Take: similarProducts + 1 } }, tag),
    call('GET Attribute/SizeList', {}, tag),
    call('GET Config', {}, tag),
  ]);
  return {
    product,
    sizes: sizeChips(product, sizes),
    similar: similar.items
      .filter(({ id }) => id !== product.id)
      .slice(0, similarProducts)
      .map(cardOf),
    country: { currency: config.country.currencyLabel, currencyCode: config.country.currencyCode },
  };
}

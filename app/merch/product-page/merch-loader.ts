import type { PageContext } from '#app/page-context.ts';
import { idInAddress, orNotFound } from '#base/pages/not-found.ts';
import { cardOf, sizeChips } from '../product-view.ts';

/** Loads the page of a product; shows the not-found screen when buyers may not see it. */
export async function loadMerch({ services, tag }: PageContext, id: string) {
  const { call } = services;
  const productId = idInAddress(id);
  // Tagged before the call, so that a cached not-found page is invalidated when the product becomes visible.
  tag(`product:${productId.toLowerCase()}`, 'products');
  const product = await orNotFound(call('GET Product/Product', { query: { productId } }, tag));
  tag(`creator:${product.user.userId}`);
  const [similar, sizes, config] = await Promise.all([
    call('GET Product/Similar', { query: { productId } }, tag),
    call('GET Attribute/SizeList', {}, tag),
    call('GET Config', {}, tag),
  ]);
  return {
    product,
    sizes: sizeChips(product, sizes),
    similar: similar.map(cardOf),
    country: { currency: config.country.currencyLabel, currencyCode: config.country.currencyCode },
  };
}

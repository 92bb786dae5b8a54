import { call } from '#app/call.ts';
import { orMissing } from '#app/document/missing.ts';
import type { ProductChoices } from './product-form.ts';

/** What the form of a product offers, and the country's word for its currency. */
export async function loadChoices(): Promise<{ choices: ProductChoices; currency: string }> {
  const [categories, sizes, colors, config] = await Promise.all([
    call('GET Product/CategoryList', {}),
    call('GET Attribute/SizeList', {}),
    call('GET Attribute/ColorList', {}),
    call('GET Config', {}),
  ]);
  return { choices: { categories, sizes, colors }, currency: config.country.currencyLabel };
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** A product whatever its state; null where the id can be nobody's, the page «not found» where there is none. */
export async function loadModerated(productId: string | null) {
  if (productId === null || !uuid.test(productId)) return null;
  return orMissing(call('GET Moderator/GetProduct', { query: { productId } }));
}

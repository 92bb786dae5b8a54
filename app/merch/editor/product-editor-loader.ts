import { call } from '#app/call.ts';
import { idInAddress, orNotFound } from '#base/pages/not-found.ts';
import type { ProductChoices } from './product-form.ts';

/** Loads the choices of the product form and the country's currency label. */
export async function loadChoices(): Promise<{ choices: ProductChoices; currency: string }> {
  const [categories, sizes, colors, config] = await Promise.all([
    call('GET Product/CategoryList', {}),
    call('GET Attribute/SizeList', {}),
    call('GET Attribute/ColorList', {}),
    call('GET Config', {}),
  ]);
  return { choices: { categories, sizes, colors }, currency: config.country.currencyLabel };
}

/** Loads a product of any state; shows the not-found screen when it does not exist. */
export function loadModerated(id: string) {
  return orNotFound(call('GET Moderator/GetProduct', { query: { productId: idInAddress(id) } }));
}

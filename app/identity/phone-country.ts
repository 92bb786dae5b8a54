import type { RouterContextProvider } from 'react-router';
import { pageContext } from '#base/page-context.ts';

/** What the screens with a phone need to know of the country: its mask (GET Config). For their `loader`. */
export async function loadPhoneMask(context: Readonly<RouterContextProvider>): Promise<{ phoneMask: string }> {
  const { services, tag } = context.get(pageContext);
  const { country } = await services.call('GET Config', {}, tag);
  return { phoneMask: country.phoneMask };
}

import type { RouterContextProvider } from 'react-router';
import { pageContext } from '#app/page-context.ts';

/** Loads the phone mask of the country (GET Config) for the `loader` of a screen. */
export async function loadPhoneMask(context: Readonly<RouterContextProvider>): Promise<{ phoneMask: string }> {
  const { services, tag } = context.get(pageContext);
  const { country } = await services.call('GET Config', {}, tag);
  return { phoneMask: country.phoneMask };
}

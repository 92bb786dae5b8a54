import { failure } from '#base/calls/errors.ts';

/** Another admin has saved the settings or texts since they were read. */
export const siteChanged = failure(
  'SiteChanged',
  409,
  'Пока вы правили, это сохранил кто-то другой. Посмотрите новые значения и внесите своё ещё раз',
);

/** Longest name of the product, which stands beside the logo on a phone. */
export const longestName = 30;
/** Longest text of a page in one language. */
export const longestText = 20_000;

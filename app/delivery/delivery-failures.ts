import { failure } from '#base/calls/errors.ts';

/** Another member of staff has changed the prices since they were read. */
export const ratesChanged = failure(
  'RatesChanged',
  409,
  'Цены доставки тем временем изменил кто-то другой. Загрузите их заново: то, что вы ввели, останется',
);

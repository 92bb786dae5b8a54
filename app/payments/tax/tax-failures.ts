import { failure } from '#base/calls/errors.ts';

/** Another admin has saved the codes of the site since they were read. */
export const taxDefaultsChanged = failure(
  'TaxDefaultsChanged',
  409,
  'Коды уже изменил кто-то другой. Загрузите их заново и внесите свои правки',
);

/** Lines of an uploaded list are wrong, and nothing was stored; `details.lines` names the first of them. */
export const wrongTaxCodes = failure('WrongTaxCodes', 400, 'В списке есть ошибки. Ничего не загружено');

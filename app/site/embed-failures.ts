import { failure, failures } from '#base/calls/errors.ts';

/** The caller has saved other sites since these were read. */
export const embedSitesChanged = failure(
  'EmbedSitesChanged',
  409,
  'Список сайтов уже изменён в другом окне. Сохраните ещё раз, и будет по-вашему; отмените, и останется как есть',
);

const noSite = 'Не похоже на адрес сайта. Пример: dilnoza.uz';

/** What stands at a place of the list is no site. */
export const notASite = (at: number) =>
  failures.validationFailed({ fields: { [`sites.${at}`]: noSite }, message: noSite });

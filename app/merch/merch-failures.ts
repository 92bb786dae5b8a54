import { failure } from '#base/calls/errors.ts';

/** The category still contains products. */
export const categoryInUse = failure('CategoryInUse', 409, 'В этой категории ещё есть товары. Сначала перенесите их');

/** Another category has the same name, regardless of case. */
export const categoryNameTaken = failure('CategoryNameTaken', 409, 'Категория с таким названием уже есть');

/** Categories were added or deleted since the list was read. */
export const categoriesChanged = failure(
  'CategoriesChanged',
  409,
  'Список категорий тем временем изменился. Обновите его и расставьте ещё раз',
);

/** Another moderator has saved the product since it was read. */
export const productChanged = failure(
  'ProductChanged',
  409,
  'Пока вы редактировали, этот товар изменил кто-то другой. Обновите страницу, чтобы не затереть его правки',
);

/**
 * Pieces were sold or returned since the stock was read; `details`: the current `stock` and the `revision` that belongs to it.
 */
export const stockChanged = failure('StockChanged', 409, 'Пока вы редактировали, остаток изменился');

/** A stock that is counted was to be changed without the revision that shows which stock was read. */
export const revisionRequired = failure(
  'RevisionRequired',
  400,
  'Остаток меняется продажами: пришлите версию товара, которую вы видели',
);

/** The category of the deleted product was deleted too. */
export const categoryGone = failure('CategoryGone', 409, 'Категории этого товара больше нет, вернуть его нельзя');

import { failure } from '#base/errors.ts';

/** There are still products in the category. */
export const categoryInUse = failure('CategoryInUse', 409, 'В этой категории ещё есть товары. Сначала перенесите их');

/** Another category is called the same, whatever the case. */
export const categoryNameTaken = failure('CategoryNameTaken', 409, 'Категория с таким названием уже есть');

/** Categories were added or deleted since the list that is to be put in order was read. */
export const categoriesChanged = failure(
  'CategoriesChanged',
  409,
  'Список категорий тем временем изменился. Обновите его и расставьте ещё раз',
);

/** Somebody else has saved the product since it was read. */
export const productChanged = failure(
  'ProductChanged',
  409,
  'Пока вы редактировали, этот товар изменил кто-то другой. Обновите страницу, чтобы не затереть его правки',
);

/** The category of a deleted product is gone too. */
export const categoryGone = failure('CategoryGone', 409, 'Категории этого товара больше нет, вернуть его нельзя');

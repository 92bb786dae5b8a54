import { failure } from '#base/calls/errors.ts';

/** The post was saved in another tab since it was read. */
export const postChanged = failure(
  'PostChanged',
  409,
  'Пока вы писали, пост сохранили в другом окне. Посмотрите новый текст и внесите своё ещё раз',
);

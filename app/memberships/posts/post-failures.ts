import { failure, failures } from '#base/calls/errors.ts';

/** The staff has removed the post: it stays as it was. */
export const postRemoved = failure('PostRemoved', 409, 'Этот пост убрал модератор, изменить или удалить его нельзя');

/** The post was saved in another tab since it was read. */
export const postChanged = failure(
  'PostChanged',
  409,
  'Пока вы писали, пост сохранили в другом окне. Сохраните ещё раз, и останется ваш текст; отмените, и откроется тот',
);

/** The post that is deleted was saved in another tab since it was read. */
export const postUnseen = () =>
  postChanged({
    message: 'Пост не удалён: его сохранили в другом окне. Посмотрите, каким он стал, и решите ещё раз',
  });

/** The post that is saved was deleted. Said by the form, which then holds a new post with the same text. */
export const postDeleted = () =>
  failures.notFound({
    message: 'Этот пост удалили в другом окне. Текст остался здесь: сохраните его как новый пост',
  });

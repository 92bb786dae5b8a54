import { failure } from '#base/errors.ts';

/** The field is with a moderator: it can be changed when he has decided (contract, section 3). */
export const fieldAwaiting = failure(
  'FieldAwaiting',
  409,
  'Это поле на проверке. Изменить его можно после решения модератора',
);

/** The value is not the one that the moderator was shown (contract, section 5). */
export const fieldChanged = failure('FieldChanged', 409, 'Автор уже изменил это поле. Посмотрите новое значение');

/** A colleague has decided meanwhile: said beside a field of `FieldChanged`. */
export const decidedMeanwhile = 'Другой модератор уже принял решение по этому полю';

/** The decision is another's, too old, or what it decided about has changed since. */
export const undoTooLate = failure(
  'UndoTooLate',
  409,
  'Отменить решение уже нельзя: прошло больше 10 минут или поле с тех пор изменилось',
);

import { failure } from '#base/calls/errors.ts';

/** The field is under review: it can be changed after the decision (docs/rules.md#profile). */
export const fieldAwaiting = failure(
  'FieldAwaiting',
  409,
  'Это поле на проверке. Изменить его можно после решения модератора',
);

/** The value differs from the one that the moderator saw (docs/rules.md#staff). */
export const fieldChanged = failure('FieldChanged', 409, 'Автор уже изменил это поле. Посмотрите новое значение');

/** The text at a field of `FieldChanged` that another moderator has decided meanwhile. */
export const decidedMeanwhile = 'Другой модератор уже принял решение по этому полю';

/** The decision was made by another moderator, is too old, or the field has changed since. */
export const undoTooLate = failure(
  'UndoTooLate',
  409,
  'Отменить решение уже нельзя: прошло больше 10 минут или поле с тех пор изменилось',
);

/** An archive of this person is being downloaded. */
export const archiveUnderWay = failure(
  'ArchiveUnderWay',
  409,
  'Архив уже скачивается. Дождитесь конца или отмените загрузку в браузере',
);

/** The link was used, is over, or belongs to somebody else. */
export const archiveLinkOver = failure('ArchiveLinkOver', 404, 'Ссылка уже не действует. Попросите архив ещё раз');

import { failure } from '#base/calls/errors.ts';

/** The creator or a moderator has ended the target. */
export const targetEnded = failure('TargetEnded', 409, 'Рубеж уже закрыт, изменить его нельзя');

/** Somebody else has changed the target since it was read. */
export const targetChanged = failure(
  'TargetChanged',
  409,
  'Пока вы правили, рубеж изменился. Сохраните ещё раз, и будет по-вашему; отмените, и останется как есть',
);

export const tooManyTargets = failure('TooManyTargets', 409, 'Больше пяти рубежей сразу нельзя. Закройте один из них');

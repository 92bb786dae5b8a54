import { failure } from '#base/calls/errors.ts';

/** The page shares now something else than it has shown to the donor, or the stream is another one than a member was asked about. */
export const jointChanged = failure(
  'JointChanged',
  409,
  'Пока вы выбирали, состав или доли этого стрима изменились. Посмотрите ещё раз',
);

/** It runs already, or is over. */
export const jointStarted = failure('JointStarted', 409, 'Этот стрим уже начался или закончился, изменить его нельзя');

export const jointEnded = failure('JointEnded', 409, 'Этот стрим уже закончился');

export const jointNotAgreed = failure('JointNotAgreed', 409, 'Начать можно, когда согласны все участники');

/** A member shares in another stream. */
export const jointElsewhere = failure(
  'JointElsewhere',
  409,
  'Кто-то из участников сейчас делит донаты в другом стриме',
);

export const tooManyJoints = failure(
  'TooManyJoints',
  409,
  'Больше трёх стримов сразу не запланировать. Начните или отмените один из них',
);

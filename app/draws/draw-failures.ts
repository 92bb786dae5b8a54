import { failure } from '#base/calls/errors.ts';

/** The operator has switched draws off. */
export const drawsOff = failure('DrawsOff', 409, 'Розыгрыши на этом сайте выключены');

export const tooManyDraws = failure(
  'TooManyDraws',
  409,
  'Больше пяти розыгрышей сразу нельзя. Дождитесь конца одного из них',
);

/** It was held, called off or taken away, or its time is over and it can only be held. */
export const drawOver = failure('DrawOver', 409, 'Розыгрыш уже не идёт, отменить его нельзя');

/** Its time is not over, or the payments of the last minute are still being written. */
export const drawEarly = failure(
  'DrawEarly',
  409,
  'Рано: время ещё не вышло. После конца минуту дописываются последние донаты',
);

/** Its creator has called it off, or a moderator has taken it away. */
export const drawCancelled = failure('DrawCancelled', 409, 'Розыгрыш отменён или убран модератором');

/** The place is given or passed on already. */
export const placeSettled = failure('PlaceSettled', 409, 'С этим местом уже решено');

/** The winner has answered, or still has time to. */
export const passEarly = failure(
  'PassEarly',
  409,
  'Приз можно передать дальше, если победитель не ответил за трое суток',
);

/** All others have won, too. */
export const nobodyLeft = failure('NobodyLeft', 409, 'Передать некому: остальные участники уже выиграли');

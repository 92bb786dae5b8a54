import { failure } from '#base/calls/errors.ts';

/** The key of a widget's address is wrong or has been replaced by a new one. */
export const wrongKey = failure('Unauthorized', 401, 'Ключ виджета неверный или был заменён');

/** A report on an alert whose lease this source no longer has: the source must stop and must not show the alert again. */
export const alertNotHeld = failure('AlertNotHeld', 409, 'Это оповещение уже не за этим источником');

/** The alert's state no longer allows the action. */
export const alertStateChanged = failure('AlertStateChanged', 409, 'Состояние оповещения уже изменилось');

/** The settings use the sound: it must be removed from them first. */
export const soundInUse = failure('SoundInUse', 409, 'Этот звук стоит в оповещении. Сначала выберите там другой');

export const tooManySounds = failure(
  'TooManySounds',
  409,
  'Своих звуков уже двенадцать. Удалите один, чтобы добавить новый',
);

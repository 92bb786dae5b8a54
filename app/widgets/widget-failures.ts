import { failure } from '#base/errors.ts';

/** The key of a widget's address is wrong or has been replaced by a new one. */
export const wrongKey = failure('Unauthorized', 401, 'Ключ виджета неверный или был заменён');

/** A report on an alert that this source does not hold any more: it must neither go on with it nor show it again. */
export const alertNotHeld = failure('AlertNotHeld', 409, 'Это оповещение уже не за этим источником');

/** The alert is no longer in a state in which this can be done with it. */
export const alertStateChanged = failure('AlertStateChanged', 409, 'Состояние оповещения уже изменилось');

/** The settings refer to the sound: it is to be taken out of them first. */
export const soundInUse = failure('SoundInUse', 409, 'Этот звук стоит в оповещении. Сначала выберите там другой');

export const tooManySounds = failure(
  'TooManySounds',
  409,
  'Своих звуков уже двенадцать. Удалите один, чтобы добавить новый',
);

import { failure } from '#base/errors.ts';

/** The key of a widget's address is wrong or has been replaced by a new one. */
export const wrongKey = failure('Unauthorized', 401, 'Ключ виджета неверный или был заменён');

/** A report on an alert that this source does not hold any more: it must neither go on with it nor show it again. */
export const alertNotHeld = failure('AlertNotHeld', 409, 'Это оповещение уже не за этим источником');

/** The alert is no longer in a state in which this can be done with it. */
export const alertStateChanged = failure('AlertStateChanged', 409, 'Состояние оповещения уже изменилось');

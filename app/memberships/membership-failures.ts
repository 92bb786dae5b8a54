import { failure } from '#base/calls/errors.ts';

/** The step is not allowed in the membership's state. */
export const membershipMoved = failure(
  'MembershipMoved',
  409,
  'Состояние подписки тем временем изменилось. Обновите страницу',
);

/** The level's price, or the sum of a month, is not the one that the donor was shown. */
export const priceChanged = failure('PriceChanged', 409, 'Сумма тем временем изменилась. Проверьте новую');

/** Why somebody else's gift has neither a card nor a sum to change. */
export const giftedMonths =
  'Эти месяцы вам подарили, и с вас ничего не списывают. Чтобы платить дальше, продолжите с картой';

/** A level that is not offered to the one who asks for it. */
export const levelGone = 'Этот уровень автор убрал. Обновите страницу и выберите другой';

export const tooManyLevels = failure('TooManyLevels', 409, 'Больше десяти уровней создать нельзя');

/** Levels were added or removed since the list was read. */
export const levelsChanged = failure(
  'LevelsChanged',
  409,
  'Список уровней тем временем изменился. Обновите его и расставьте ещё раз',
);

/** A creator writes to his members once a day. */
export const messageSentToday = failure('MessageSentToday', 409, 'Сегодня вы уже писали. Следующее сообщение — завтра');

/** Nobody would get the message. */
export const noReaders = failure('NoReaders', 409, 'Пока писать некому: таких подписчиков нет');

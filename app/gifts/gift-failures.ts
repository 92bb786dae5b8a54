import { failure } from '#base/calls/errors.ts';

/** Nobody can enter any more. */
export const entryOver = failure('EntryOver', 409, 'Участвовать уже поздно: время вышло');

/** There is nothing to take, or not yet. */
export const nothingToTake = failure('NothingToTake', 409, 'Свободных месяцев нет');

/** The donor and the creator get none of the months. */
export const ownGift = failure('OwnGift', 409, 'Свой подарок забрать нельзя: он для других');

/** Whoever supports the creator already needs no gifted month. */
export const memberAlready = failure('MemberAlready', 409, 'Вы уже подписаны на этого автора. Оставьте месяц другим');

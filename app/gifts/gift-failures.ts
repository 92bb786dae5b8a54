import { failure } from '#base/calls/errors.ts';

/** Nobody can enter any more. */
export const entryOver = failure('EntryOver', 409, 'Участвовать уже поздно: время вышло');

/** There is nothing to take, or not yet. */
export const nothingToTake = failure('NothingToTake', 409, 'Забирать нечего: всё уже разобрали или время вышло');

/** The donor and the creator get nothing of a gift. */
export const ownGift = failure('OwnGift', 409, 'Свой подарок забрать нельзя: он для других');

/** Whoever supports the creator already needs no gifted month. */
export const memberAlready = failure('MemberAlready', 409, 'Вы уже подписаны на этого автора. Оставьте месяц другим');

/** Fewer pieces are in stock than are to be given; `details.left`: how many. */
export const piecesShort = failure('OutOfStock', 409, 'Столько штук уже нет в наличии');

/** Pieces of the product cannot be given now; `details.refusal`: why. */
export const notGiven = failure('NotGiven', 409, 'Эту вещь сейчас подарить зрителям нельзя');

/** Creators do not pay for their own merch. */
export const ownProduct = failure('OwnProduct', 409, 'Свой товар подарить нельзя: деньги за него получаете вы сами');

/** The caller got no piece, or has it no more. */
export const nothingToOrder = failure(
  'NothingToOrder',
  409,
  'Выбирать нечего: вещь вам не досталась, срок выбора вышел или подарок отозвали',
);

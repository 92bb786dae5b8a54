import { failure } from '#base/calls/errors.ts';

/** The creator or a moderator has ended the reward. */
export const rewardEnded = failure('RewardEnded', 409, 'Награда уже закрыта, изменить её нельзя');

/** Somebody else has changed the reward since it was read. */
export const rewardChanged = failure(
  'RewardChanged',
  409,
  'Пока вы правили, награда изменилась. Сохраните ещё раз, и будет по-вашему; отмените, и останется как есть',
);

/** More is given of a reward than is left of it. */
export const noPieceLeft = failure('NoPieceLeft', 409, 'Свободных наград меньше, чем вы выбрали: ничего не отмечено');

/** The same, with the names of the rewards. */
export const noPieceLeftOf = (rewards: readonly string[]) =>
  noPieceLeft({ message: `Свободных меньше, чем вы выбрали: ${rewards.join(', ')}. Ничего не отмечено` });

export const tooManyRewards = failure('TooManyRewards', 409, 'Больше десяти наград сразу нельзя. Закройте одну из них');

import { failure } from '#base/calls/errors.ts';

/** The vote has ended: by hand, by time or by its sum. */
export const voteEnded = failure('VoteEnded', 409, 'Голосование закончилось, изменить его уже нельзя');

/** Somebody else has changed the vote since it was read. */
export const voteChanged = failure(
  'VoteChanged',
  409,
  'Пока вы правили, голосование изменилось. Сохраните ещё раз, и будет по-вашему; отмените, и останется как есть',
);

/** The creator, or a moderator, has decided about a suggestion otherwise. */
export const suggestionDecided = failure('SuggestionDecided', 409, 'Об этом варианте уже решили иначе');

/** A vote has as many options as it may have. */
export const tooManyOptions = failure(
  'TooManyOptions',
  409,
  'Больше двадцати вариантов нельзя. Засчитайте этот за другой или отклоните',
);

export const tooManyVotes = failure('TooManyVotes', 409, 'Больше пяти голосований сразу нельзя. Завершите одно из них');

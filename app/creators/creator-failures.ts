import { failure } from '#base/calls/errors.ts';

/** Another moderator has changed the ranking since it was read. */
export const rankingChanged = failure(
  'RankingChanged',
  409,
  'Пока вы правили, порядок сохранил кто-то другой. Посмотрите новый порядок и внесите своё ещё раз',
);

import { failure } from '#base/calls/errors.ts';

/** Another moderator has changed the ranking since it was read. */
export const rankingChanged = failure(
  'RankingChanged',
  409,
  'Пока вы правили, порядок сохранил кто-то другой. Посмотрите новый порядок и внесите своё ещё раз',
);

/** What a name that speaks for the site (staff-titles.ts) is answered. */
export const titleMessage = 'Имя не должно выглядеть как знак проверки, сотрудник, сам сайт или платёжная система';

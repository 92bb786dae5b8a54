import { failure } from '#base/errors.ts';

/** The creator is blocked or otherwise cannot be given to. */
export const creatorUnavailable = failure('CreatorUnavailable', 409, 'Этому автору сейчас нельзя отправить донат');

/** An admin has stopped all donations. */
export const donationsDisabled = failure(
  'DonationsDisabled',
  409,
  'Приём донатов на всём сайте временно приостановлен. Деньги не списаны, попробуйте позже',
);

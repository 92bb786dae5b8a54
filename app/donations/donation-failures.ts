import { failure } from '#base/calls/errors.ts';

/** The creator is blocked or cannot receive donations for another reason. */
export const creatorUnavailable = failure('CreatorUnavailable', 409, 'Этому автору сейчас нельзя отправить донат');

/** An admin has stopped all donations. */
export const donationsDisabled = failure(
  'DonationsDisabled',
  409,
  'Приём донатов на всём сайте временно приостановлен. Деньги не списаны, попробуйте позже',
);

/** The message while donations are stopped, with the admin's reason where there is one. */
export function stopMessage(stopReason: string | null): string {
  return stopReason === null
    ? donationsDisabled.message
    : `Приём донатов приостановлен: ${stopReason.replace(/[.\s]+$/u, '')}. Деньги не списаны`;
}

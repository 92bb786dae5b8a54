import { failure } from '#base/errors.ts';

/** The creator is blocked or otherwise cannot be given to. */
export const creatorUnavailable = failure('CreatorUnavailable', 409, 'Этому автору сейчас нельзя отправить донат');

/** An admin has stopped all donations. */
export const donationsDisabled = failure(
  'DonationsDisabled',
  409,
  'Приём донатов на всём сайте временно приостановлен. Деньги не списаны, попробуйте позже',
);

/** What people read while gifts are stopped: the admin's own words where he gave a reason. */
export function stopMessage(stopReason: string | null): string {
  return stopReason === null
    ? donationsDisabled.message
    : `Приём донатов приостановлен: ${stopReason.replace(/[.\s]+$/u, '')}. Деньги не списаны`;
}

/** Another admin has saved since these settings were read. */
export const settingsChanged = failure(
  'SettingsChanged',
  409,
  'Пока вы правили, настройки сохранил кто-то другой. Посмотрите новые значения и внесите своё ещё раз',
);

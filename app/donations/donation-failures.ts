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

/** Another admin has saved the settings since they were read. */
export const settingsChanged = failure(
  'SettingsChanged',
  409,
  'Пока вы правили, настройки сохранил кто-то другой. Посмотрите новые значения и внесите своё ещё раз',
);

/** The donor already supports this creator monthly. */
export const alreadyMember = failure(
  'AlreadyMember',
  409,
  'Вы уже поддерживаете этого автора каждый месяц. Сумму и карту можно сменить в разделе «Моя поддержка»',
);

/** None of the configured payment systems, or not the chosen one, charges saved cards. */
export const monthlyNotOffered = failure(
  'MonthlyNotOffered',
  409,
  'Этим способом нельзя платить каждый месяц. Выберите оплату картой или отправьте донат один раз',
);

import { failure } from '#base/calls/errors.ts';

/** Another admin has saved the settings since they were read. */
export const settingsChanged = failure(
  'SettingsChanged',
  409,
  'Пока вы правили, настройки сохранил кто-то другой. Посмотрите новые значения и внесите своё ещё раз',
);

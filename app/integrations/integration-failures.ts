import { failure } from '#base/calls/errors.ts';
import { mostApplications, mostGranted, mostTokens, mostWebhooks } from './scopes.ts';

/** The limit of access tokens is reached. */
export const tooManyTokens = failure(
  'TooManyTokens',
  409,
  `Не больше ${mostTokens} ключей. Удалите те, которые не нужны`,
);

/** The limit of webhooks is reached. */
export const tooManyWebhooks = failure(
  'TooManyWebhooks',
  409,
  `Не больше ${mostWebhooks} адресов. Удалите те, которые не нужны`,
);

/** The webhook is disabled: nothing can be sent to it. */
export const webhookOff = failure('WebhookOff', 409, 'Этот адрес выключен. Включите его и попробуйте ещё раз');

/** The limit of applications is reached. */
export const tooManyApplications = failure(
  'TooManyApplications',
  409,
  `Не больше ${mostApplications} приложений. Удалите те, которые не нужны`,
);

/** The limit of applications that a person lets in is reached. */
export const tooManyGranted = failure(
  'TooManyGranted',
  409,
  `Доступ есть уже у ${mostGranted} приложений. Закройте его тем, которые не нужны`,
);

/** There is no application with this client id, or its owner is blocked. */
export const unknownApplication = failure('UnknownApplication', 404, 'Такого приложения нет или оно отключено');

/** The address is none of the application's. */
export const wrongRedirect = failure(
  'WrongRedirect',
  409,
  'Приложение просит вернуть вас на адрес, которого нет среди его адресов',
);

/** The address of the web socket was asked for without one. */
export const noWebSocket = failure('UpgradeRequired', 426, 'По этому адресу отвечает только WebSocket');

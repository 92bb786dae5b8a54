import { failure } from '#base/calls/errors.ts';
import { mostTokens, mostWebhooks } from './scopes.ts';

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

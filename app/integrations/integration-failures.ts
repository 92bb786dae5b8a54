import { failure } from '#base/errors.ts';
import { mostTokens, mostWebhooks } from './scopes.ts';

/** No more keys at once. */
export const tooManyTokens = failure(
  'TooManyTokens',
  409,
  `Не больше ${mostTokens} ключей. Удалите те, которые не нужны`,
);

/** No more addresses at once. */
export const tooManyWebhooks = failure(
  'TooManyWebhooks',
  409,
  `Не больше ${mostWebhooks} адресов. Удалите те, которые не нужны`,
);

/** The address is switched off: nothing can be sent to it. */
export const webhookOff = failure('WebhookOff', 409, 'Этот адрес выключен. Включите его и попробуйте ещё раз');

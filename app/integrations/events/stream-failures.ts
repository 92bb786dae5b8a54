import { failure } from '#base/calls/errors.ts';
import { mostEventStreams } from '../scopes.ts';

/** The key is wrong or revoked, or its owner is blocked. */
export const wrongStreamKey = failure('Unauthorized', 401, 'Ключ неверный или отозван');

/** The key may not open the stream of events. */
export const narrowKey = failure(
  'Forbidden',
  403,
  'Этот ключ не открывает поток событий. Создайте новый с этим правом',
);

/** The key has too many streams open. */
export const tooManyStreams = failure(
  'TooManyRequests',
  429,
  `Не больше ${mostEventStreams} подключений с одним ключом. Закройте лишние`,
);

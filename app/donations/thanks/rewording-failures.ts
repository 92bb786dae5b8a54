import { failure } from '#base/calls/errors.ts';

/** The message was not rejected, or was replaced before. */
export const notRewordable = failure(
  'NotRewordable',
  409,
  'Это сообщение изменить нельзя: его не отклоняли или уже меняли',
);

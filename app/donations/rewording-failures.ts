import { failure } from '#base/errors.ts';

/** The message was not rejected, or has been worded anew before. */
export const notRewordable = failure(
  'NotRewordable',
  409,
  'Это сообщение изменить нельзя: его не отклоняли или уже меняли',
);

import { failure } from '#base/calls/errors.ts';

/** The donor already supports this creator monthly. */
export const alreadyMember = failure(
  'AlreadyMember',
  409,
  'Вы уже поддерживаете этого автора каждый месяц. Уровень, сумму и карту можно сменить в разделе «Моя поддержка»',
);

/** None of the configured payment systems, or not the chosen one, charges saved cards. */
export const monthlyNotOffered = failure(
  'MonthlyNotOffered',
  409,
  'Этим способом нельзя платить каждый месяц. Выберите оплату картой или отправьте донат один раз',
);

import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import type { AnyCall } from '#app/calls.ts';
import type { Call } from '#base/calls/call.ts';

/** An audited call. */
export type AuditedCall = Extract<AnyCall, { readonly audited: true | 'noted' }>;
type NameOf<C> = C extends Call ? `${C['method']} ${C['path']}` : never;

const names: Readonly<Record<NameOf<AuditedCall>, MessageDescriptor>> = {
  'PUT Moderator/ConfirmUser': msg`Подтвердил поля`,
  'PUT Moderator/RejectUser': msg`Отклонил поля`,
  'PUT Moderator/UndoDecision': msg`Отменил своё решение`,
  'PUT Moderator/BlockUser': msg`Заблокировал`,
  'PUT Moderator/UnblockUser': msg`Разблокировал`,
  'PUT Moderator/SetRole': msg`Сменил роль`,
  'PUT Moderator/EndSessions': msg`Завершил сеансы`,
  'POST User/CreateUserOrderList': msg`Изменил порядок авторов`,
  'POST User/CreateUserOrderMerchantList': msg`Изменил порядок авторов в мерче`,
  'POST User/CreateUserOrder': msg`Переставил автора`,
  'POST User/CreateUserOrderMerchant': msg`Переставил автора в мерче`,
  'PUT Donate/Settings': msg`Изменил настройки донатов`,
  'PUT Site/Settings': msg`Изменил название, вид или контакты сайта`,
  'PUT Site/Texts': msg`Изменил тексты страницы сайта`,
  'PUT Payout/Pay': msg`Выплатил деньги`,
  'PUT Payout/Decline': msg`Отказал в выплате`,
  'PUT Receipt/TaxDefaults': msg`Изменил коды для чеков`,
  'PUT Receipt/Registered': msg`Указал фискальный чек`,
  'PUT Receipt/Waived': msg`Решил, что чека не будет`,
  'POST Payment/Statement': msg`Сверил выписку платёжной системы`,
  'POST Receipt/TaxCodes': msg`Загрузил список кодов для чеков`,
  'POST Moderator/RetryMembership': msg`Списал месяц поддержки ещё раз`,
  'POST Moderator/StopMembership': msg`Остановил ежемесячную поддержку`,
  'POST Moderator/RemovePost': msg`Убрал пост`,
  'POST Moderator/RemoveVote': msg`Убрал голосование`,
  'POST Moderator/RemoveSuggestion': msg`Отклонил вариант зрителей`,
  'POST Moderator/RemoveTarget': msg`Убрал рубеж`,
  'POST Moderator/RemoveReward': msg`Убрал награду`,
  'POST Moderator/RemoveDraw': msg`Убрал розыгрыш`,
  'POST Moderator/EndClock': msg`Остановил донатон`,
  'POST Moderator/EndJoint': msg`Остановил стрим вместе`,
  'POST Moderator/RemoveMemberMessage': msg`Убрал сообщение подписчикам`,
  'POST Product/Create': msg`Создал товар`,
  'PUT Product/Update': msg`Изменил товар`,
  'DELETE Product/Delete': msg`Удалил товар`,
  'POST Product/Restore': msg`Вернул удалённый товар`,
  'PUT Product/UpdateState': msg`Включил или выключил товар`,
  'POST Product/UpdateTopState': msg`Изменил место товара в топе`,
  'POST Product/CreateCategory': msg`Создал категорию`,
  'PUT Product/UpdateCategory': msg`Изменил категорию`,
  'DELETE Product/DeleteCategory': msg`Удалил категорию`,
  'PUT Product/OrderCategories': msg`Изменил порядок категорий`,
  'PUT Order/Update': msg`Изменил чужую корзину`,
  'POST Order/Cancel': msg`Отменил заказ`,
  'PUT Order/ChoosePickUp': msg`Сменил пункт выдачи заказа`,
  'PUT Order/UserOders': msg`Изменил состояние заказа`,
  'PUT Order/BulkStatus': msg`Изменил состояние нескольких заказов`,
  'POST Order/Refund': msg`Вернул деньги за заказ`,
  'POST Order/CreatePromoCode': msg`Создал промокод`,
  'PUT Order/PromoCodeState': msg`Включил или выключил промокод`,
  'POST Order/RefundLines': msg`Вернул деньги за часть заказа`,
  'POST Order/RetryRefund': msg`Ещё раз запросил возврат за заказ`,
  'PUT Delivery/Rates': msg`Изменил цены доставки`,
  'POST PickUp': msg`Создал пункт выдачи`,
  'PUT PickUp': msg`Изменил пункт выдачи`,
  'DELETE PickUp': msg`Удалил пункт выдачи`,
  'POST PickUp/state': msg`Открыл или закрыл пункт выдачи`,
};

/** Audited calls of users about themselves. */
const ownNames: Readonly<Record<string, MessageDescriptor>> = {
  'PUT Identity/ChangePassword': msg`Сменил свой пароль`,
};

const isKnown = (call: string): call is keyof typeof names => Object.hasOwn(names, call);

/** The label of an audited call; an unknown call is shown by its own name. */
export function useCallNames(): (call: string) => string {
  const { _ } = useLingui();
  return (call) => {
    const name = isKnown(call) ? names[call] : ownNames[call];
    return name === undefined ? call : _(name);
  };
}

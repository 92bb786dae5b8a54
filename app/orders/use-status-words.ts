import { useLingui } from '@lingui/react/macro';
import type { OrderStatus, StaffStep } from './order-status.ts';

/** The statuses of an order in the user's language. */
export function useStatusWords(): Readonly<Record<OrderStatus, string>> {
  const { t } = useLingui();
  return {
    Basket: t`Корзина`,
    AwaitingPayment: t`Ждёт оплаты`,
    Paid: t`Оплачен`,
    Processing: t`Собирается`,
    Shipped: t`В пути`,
    ReadyForPickup: t`Готов к выдаче`,
    Completed: t`Получен`,
    Cancelled: t`Отменён`,
    Refunded: t`Деньги возвращены`,
  };
}

/** What the staff does to bring an order into a status; paying and placing are not among it. */
export function useStepWords(): Readonly<Record<StaffStep, string>> {
  const { t } = useLingui();
  return {
    Processing: t`Начать сборку`,
    Shipped: t`Передать в доставку`,
    ReadyForPickup: t`Отдать на выдачу`,
    Completed: t`Отметить получение`,
    Cancelled: t`Отменить заказ`,
    Refunded: t`Вернуть деньги`,
  };
}

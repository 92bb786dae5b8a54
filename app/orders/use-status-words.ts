import { useLingui } from '@lingui/react/macro';
import type { OrderStatus } from './order-status.ts';

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

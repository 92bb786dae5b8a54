import { failures } from '#base/calls/errors.ts';
import { normalisePhone } from '#base/text/phone.ts';

/** Who gets what was ordered. */
export interface Recipient {
  readonly name: string;
  readonly phone: string;
}

interface Typed {
  readonly recipientName: string;
  readonly recipientPhone: string;
}

/** Who is to get an order, as its buyer has typed it; the phone must be one of the country. */
export function recipientOf({ recipientName, recipientPhone }: Typed, phonePattern: RegExp): Recipient {
  const phone = normalisePhone(recipientPhone);
  if (phonePattern.test(phone)) return { name: recipientName, phone };
  throw failures.validationFailed({ fields: { recipientPhone: 'Введите номер телефона полностью' } });
}

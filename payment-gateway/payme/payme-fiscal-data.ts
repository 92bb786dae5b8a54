const terminal = 'EP000000000025';

/** A moment as the tax service writes it: `YYYYMMDDhhmmss` in Tashkent. */
function fiscalTime(time: number): string {
  const tashkent = new Date(time + 5 * 3_600_000);
  return tashkent.toISOString().slice(0, 19).replaceAll(/\D/g, '');
}

/** A payment, or its refund, of which the tax service has registered a receipt. */
interface Registered {
  /** Of the transaction or receipt at Payme: 24 hexadecimal digits. */
  readonly id: string;
  readonly type: 'PERFORM' | 'CANCEL';
  /** Milliseconds since 1970. */
  readonly time: number;
}

/**
 * What the tax service has registered (https://developer.help.paycom.uz/metody-merchant-api/setfiscaldata). Its numbers are made of the id, so that a
 * repeated call says the same.
 */
export function fiscalDataOf({ id, type, time }: Registered) {
  const number = (Number.parseInt(id.slice(0, 10), 16) % 1_000_000) * 2 + (type === 'CANCEL' ? 1 : 0);
  const sign = String(Number.parseInt(id.slice(-10), 16) % 1_000_000_000).padStart(12, type === 'CANCEL' ? '9' : '8');
  const date = fiscalTime(time);
  const fiscalData = {
    receipt_id: number,
    status_code: 0,
    message: 'accepted',
    terminal_id: terminal,
    fiscal_sign: sign,
    qr_code_url: `https://ofd.soliq.uz/epi?t=${terminal}&r=${number}&c=${date}&s=${sign}`,
    date,
  };
  return { id, type, fiscal_data: fiscalData };
}

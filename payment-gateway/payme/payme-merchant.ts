import { z } from 'zod';
import { askMerchant, type MerchantAnswer } from '../hosted/hosted-register.ts';

const Body = z.object({
  result: z.unknown().optional(),
  error: z.object({ code: z.int(), message: z.unknown() }).optional(),
});
const Texts = z.object({ ru: z.string(), uz: z.string(), en: z.string() });

/** Our own errors of the merchant: worth another try. */
const systemError = -32_400;

/** Calls a merchant's endpoint (https://developer.help.paycom.uz/metody-merchant-api/): JSON-RPC 2.0 with Basic authorization. */
export class PaymeMerchant {
  readonly #endpoint: () => string;
  readonly #authorization: string;
  #calls = 0;

  constructor(endpoint: () => string, key: string) {
    this.#endpoint = endpoint;
    this.#authorization = `Basic ${Buffer.from(`Paycom:${key}`).toString('base64')}`;
  }

  async call(method: string, params: unknown, language: 'ru' | 'uz' | 'en' = 'ru'): Promise<MerchantAnswer> {
    this.#calls += 1;
    const headers = { 'content-type': 'text/json; charset=UTF-8', authorization: this.#authorization };
    const body = JSON.stringify({ jsonrpc: '2.0', id: this.#calls, method, params });
    return askMerchant(this.#endpoint(), { headers, body }, (answer) => answerOf(answer, language));
  }
}

function answerOf(body: unknown, language: 'ru' | 'uz' | 'en'): MerchantAnswer {
  const { result, error } = Body.parse(body);
  if (error === undefined) return { kind: 'result', result, text: JSON.stringify(result) };
  if (error.code === systemError) return { kind: 'silence', message: `error ${error.code}` };
  const texts = Texts.safeParse(error.message);
  return { kind: 'error', code: error.code, message: texts.success ? texts.data[language] : String(error.message) };
}

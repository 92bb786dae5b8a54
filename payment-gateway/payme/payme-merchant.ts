import { z } from 'zod';

/** What the merchant answered: a result, one of its errors, or nothing that counts as an answer. */
export type MerchantAnswer =
  | { readonly kind: 'result'; readonly result: unknown; readonly text: string }
  | { readonly kind: 'error'; readonly code: number; readonly message: string }
  | { readonly kind: 'silence'; readonly message: string };

const Body = z.object({
  result: z.unknown().optional(),
  error: z.object({ code: z.int(), message: z.unknown() }).optional(),
});
const Texts = z.object({ ru: z.string(), uz: z.string(), en: z.string() });

/** Our own errors of the merchant: worth another try. */
const systemError = -32_400;
const longestMilliseconds = 5_000;

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
    try {
      const response = await fetch(this.#endpoint(), {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: this.#authorization },
        body: JSON.stringify({ jsonrpc: '2.0', id: this.#calls, method, params }),
        signal: AbortSignal.timeout(longestMilliseconds),
      });
      // Any other status counts as a system error of the merchant.
      if (response.status !== 200) return { kind: 'silence', message: `HTTP ${response.status}` };
      return answerOf(await response.json(), language);
    } catch (error) {
      return { kind: 'silence', message: error instanceof Error ? error.message : String(error) };
    }
  }
}

function answerOf(body: unknown, language: 'ru' | 'uz' | 'en'): MerchantAnswer {
  const { result, error } = Body.parse(body);
  if (error === undefined) return { kind: 'result', result, text: JSON.stringify(result) };
  if (error.code === systemError) return { kind: 'silence', message: `error ${error.code}` };
  const texts = Texts.safeParse(error.message);
  return { kind: 'error', code: error.code, message: texts.success ? texts.data[language] : String(error.message) };
}

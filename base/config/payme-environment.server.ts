import { z } from 'zod';
import { addressesOf } from './networks.server.ts';
import { secretsOf } from './secrets.server.ts';
import { decimal, integer } from './value-forms.server.ts';

const group = 'money';
const wherePayme = 'must be set for `payme`';
const wherePaymeCard = 'must be set for `payme-card`';

/** The cash register of the stand-in, whose key is public: production refuses it. */
export const paymeOfSandbox = { PAYME_ID: '5e730e8e0b852a417aa49ceb', PAYME_KEY: 'opora-sandbox-payme-key' } as const;

/** The same of its cards. */
export const paymeCardOfSandbox = {
  PAYME_CARD_ID: '100fe486b33784292111b7dc',
  PAYME_CARD_KEY: 'opora-sandbox-payme-card-key',
} as const;

/** The variables of Payme, whose values its cabinet shows. */
export const paymeVariables = {
  PAYME_ID: z
    .string()
    .regex(/^[0-9a-f]{24}$/i)
    .optional()
    .meta({
      form: '24 hexadecimal digits',
      group,
      description:
        "Payme: the id of the cash register. Its endpoint is `PUBLIC_URL/api/Payment/Payme`, its account's only member `payment`",
      unset: 'nothing, or that of the stand-in',
      inProduction: wherePayme,
    }),
  PAYME_KEY: secretsOf(16).optional().meta({
    form: 'a text of at least 16 characters; several by commas',
    group,
    description: 'Payme: the key with which it calls us; several by commas while it is being changed',
    isSecret: true,
    unset: 'nothing, or that of the stand-in',
    inProduction: wherePayme,
  }),
  PAYME_CHECKOUT_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .default('https://checkout.paycom.uz')
    .meta({
      form: 'an address that begins with https:// or http://',
      group,
      description: 'Payme: address of its page; `https://test.paycom.uz` for its sandbox',
    }),
  PAYME_API_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .default('https://checkout.paycom.uz/api')
    .meta({
      form: 'an address that begins with https:// or http://',
      group,
      description:
        'Payme: address of the Subscribe API, which lists its receipts for the nightly comparison; `https://checkout.test.paycom.uz/api` for its sandbox',
    }),
  PAYME_ADDRESSES: addressesOf('Payme', '185.234.113.1 to .15: `185.234.113.0/28`'),
  PAYME_CARD_ID: z
    .string()
    .regex(/^[0-9a-f]{24}$/i)
    .optional()
    .meta({
      form: '24 hexadecimal digits',
      group,
      description:
        'Payme cards: the id of a cash register of its own for the Subscribe API. Its endpoint is `PUBLIC_URL/api/Payment/PaymeCard`, by which fiscal receipts come, its account’s only member `payment`; payers’ browsers see it',
      unset: 'nothing, or that of the stand-in',
      inProduction: wherePaymeCard,
    }),
  PAYME_CARD_KEY: secretsOf(16).optional().meta({
    form: 'a text of at least 16 characters; several by commas',
    group,
    description:
      'Payme cards: the key of that cash register, by which each calls the other; several by commas while it is being changed: if one is refused, the next is tried, and calls with any are accepted',
    isSecret: true,
    unset: 'nothing, or that of the stand-in',
    inProduction: wherePaymeCard,
  }),
  PAYME_CARD_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .default('https://checkout.paycom.uz/api')
    .meta({
      form: 'an address that begins with https:// or http://',
      group,
      description:
        'Payme cards: address of the Subscribe API, which the payer’s browser calls too; `https://checkout.test.paycom.uz/api` for its sandbox',
    }),
  PAYME_ITEM_CODE: z
    .string()
    .regex(/^\d{17}$/)
    .optional()
    .meta({
      form: '17 digits',
      group,
      description: 'Payme and its cards: the ИКПУ of what is sold, for the fiscal receipt',
      unset: 'Payme gets no items',
    }),
  PAYME_PACKAGE_CODE: z.string().max(20).default('').meta({
    form: 'a code of at most 20 characters',
    group,
    description: 'Payme: the package code that belongs to the ИКПУ',
  }),
  PAYME_VAT: decimal(0, 100).default(0).meta({
    form: 'a number from 0 to 100',
    group,
    description: 'Payme: per cent of VAT, for the fiscal receipt',
  }),
  RECEIPT_HOURS: integer(1, 720).default(24).meta({
    form: 'a whole number from 1 to 720',
    group,
    description:
      'Payme, its cards and Click: hours after which a paid or refunded sum without a fiscal receipt is missing one, at `/admin/receipts`, in the log and in `opora_receipts_missing`',
  }),
};

/** What payme of `PAYMENT` needs. */
export const paymeNeeds = ['PAYME_ID', 'PAYME_KEY'] as const;

/** What payme-card of `PAYMENT` needs. */
export const paymeCardNeeds = ['PAYME_CARD_ID', 'PAYME_CARD_KEY'] as const;

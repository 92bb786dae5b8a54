import { z } from 'zod';
import { addressesOf } from './networks.server.ts';
import { secretsOf } from './secrets.server.ts';
import { address, addressForm } from './value-forms.server.ts';

const group = 'money';
const whereClick = 'must be set for `click`';

/** The service of the stand-in, whose key is public: production refuses it. */
export const clickOfSandbox = {
  CLICK_SERVICE_ID: '10001',
  CLICK_MERCHANT_ID: '20001',
  CLICK_MERCHANT_USER_ID: '30001',
  CLICK_SECRET_KEY: 'opora-sandbox-click-key',
} as const;

const number = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .optional();

/** Describes a number that Click's cabinet shows. */
const numbered = (description: string) =>
  number.meta({
    form: 'a number of at most 10 digits',
    group,
    description,
    unset: 'nothing, or that of the stand-in',
    inProduction: whereClick,
  });

const addressOf = (fallback: string, description: string) =>
  address.default(fallback).meta({ form: addressForm, group, description });

/** The variables of Click, whose values its cabinet shows. */
export const clickVariables = {
  CLICK_SERVICE_ID: numbered(
    'Click: the id of the service. Its addresses are `PUBLIC_URL/api/Payment/Click/Prepare` and `…/Complete`',
  ),
  CLICK_MERCHANT_ID: numbered('Click: the id of the merchant'),
  CLICK_MERCHANT_USER_ID: numbered('Click: the id of the merchant’s user, for questions and refunds'),
  CLICK_SECRET_KEY: secretsOf(8).optional().meta({
    form: 'a text of at least 8 characters; several by commas',
    group,
    description:
      'Click: the key that signs its calls and ours; several by commas while it is being changed: the first is used, calls signed with any are accepted',
    isSecret: true,
    unset: 'nothing, or that of the stand-in',
    inProduction: whereClick,
  }),
  CLICK_PAY_URL: addressOf('https://my.click.uz/services/pay', 'Click: address of its page'),
  CLICK_API_URL: addressOf('https://api.click.uz/v2/merchant', 'Click: address of its Merchant API'),
  CLICK_TAX_NUMBER: z
    .string()
    .regex(/^(\d{9}|\d{14})$/)
    .optional()
    .meta({
      form: 'a TIN (9 digits) or PINFL (14 digits)',
      group,
      description: 'Click: the operator’s, under which fiscal receipts are requested of it (docs/operation.md)',
      unset: 'none are requested, and only those that Click makes by itself are stored',
    }),
  CLICK_ADDRESSES: addressesOf('Click'),
};

/** What click of `PAYMENT` needs. */
export const clickNeeds = [
  'CLICK_SERVICE_ID',
  'CLICK_MERCHANT_ID',
  'CLICK_MERCHANT_USER_ID',
  'CLICK_SECRET_KEY',
] as const;

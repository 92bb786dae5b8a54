import { z } from 'zod';
import { paymentSystemNames } from './payment-systems.ts';

const system = z.enum(paymentSystemNames);

/** The payer's choice of a payment system; by default the first of those on offer. */
export const chosenSystem = system.nullish();

/** The payment systems on offer, the default first; without those that do not answer. */
export const offeredSystems = z.array(system);

/** The payment systems that would be on offer if they answered; absent: there is none (docs/rules.md#payment-systems). */
export const downSystems = z.array(system).optional();

/**
 * How a payment is paid elsewhere than at the gateway. `redirect`: `paymentUrl` is a page of the system, which leads back to the donation or
 * order. `card`: `paymentUrl` is the system's API, which the browser calls with `publicKey`. `savesCard`: the card is to be charged again without its payer, and
 * is made at the system so that it can be.
 */
export const payerOfPayment = z
  .object({
    system,
    way: z.enum(['card', 'redirect']),
    publicKey: z.string().nullable(),
    savesCard: z.literal(true).optional(),
  })
  .optional();

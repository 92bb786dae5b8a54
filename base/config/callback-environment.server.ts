import { z } from 'zod';
import { areNetworks } from './networks.server.ts';

/** The networks from which a payment system may call us. `published`: those that its documentation names. */
export const addressesOf = (system: string, published?: string) =>
  z
    .string()
    .refine(areNetworks)
    .optional()
    .meta({
      form: 'addresses or networks by commas, as 192.0.2.0/24',
      group: 'money',
      description: `${system}: the networks from which it calls us, by commas; other callers are refused before their request is read${published === undefined ? '' : `. It publishes ${published}`}`,
      unset: 'any; the key alone decides',
    });

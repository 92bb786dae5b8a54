import { clickEnv } from './click-caller.ts';
import { paymeEnv } from './payme-caller.ts';
import { paymeCardEnv } from './payme-card-caller.ts';
import { stripeEnv } from './stripe-scene.ts';

/** The settings of a server at which every payment system is on. */
export const everySystemEnv = {
  ...paymeEnv,
  ...paymeCardEnv,
  ...clickEnv,
  ...stripeEnv,
  PAYMENT: 'gateway,payme,payme-card,click,stripe',
};

import type { PaymentSystemName } from '#app/payments/payment-systems.ts';
import { paymeCardScene } from './payme-card-caller.ts';
import { stripeScene } from './stripe-scene.ts';
import { clickScene, gatewayScene, type HostedSceneOptions, paymeScene, type SystemScene } from './system-scenes.ts';

/** Every payment system with its stand-in. `site`: the product's address. */
export function everyScene(
  place: HostedSceneOptions & { site: () => string },
): Readonly<Record<PaymentSystemName, SystemScene>> {
  return {
    gateway: gatewayScene(place),
    payme: paymeScene(place),
    'payme-card': paymeCardScene(place),
    click: clickScene(place),
    stripe: stripeScene(place),
  };
}

import { type StartedProduct, startProduct } from './started.ts';

/** The product with Payme on offer beside the gateway, and a stand-in for each. */
export interface PaymeServer extends StartedProduct {
  /** Payme plays an outage, or ends it. */
  setDown(isDown: boolean): Promise<void>;
}

/** Starts it as `SANDBOX=payme PAYMENT=gateway,payme npm start` does. */
export async function startPaymeServer(): Promise<PaymeServer> {
  const product = await startProduct('payme', { SANDBOX: 'payme', PAYMENT: 'gateway,payme' });
  const secret = process.env.PAYMENT_SECRET || 'opora-sandbox-secret';
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${secret}` };
  return {
    ...product,
    async setDown(isDown) {
      const body = JSON.stringify({ mode: isDown ? 'down' : 'ok' });
      await fetch(`${product.sandboxUrl}/payme/control/faults`, { method: 'POST', headers, body });
    },
  };
}

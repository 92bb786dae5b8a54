import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { checkStripeApi } from './stripe-checks.ts';

it('an answer that says nothing of the account is not that of Stripe', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  onTestFinished(() => void server.close());
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const account = { url: `http://127.0.0.1:${port}`, key: 'sk_test_nothing' };
  await expect(checkStripeApi(account)()).rejects.toThrow(/^STRIPE_API_URL: /);
});

import { expect, it, onTestFinished } from 'vitest';
import { startFixedAnswer } from '#test/support/network/fixed-answer.ts';
import { checkStripeApi } from './stripe-checks.ts';

it('an answer that says nothing of the account is not that of Stripe', async () => {
  const other = await startFixedAnswer({});
  onTestFinished(() => other.close());
  const account = { url: other.url, key: 'sk_test_nothing' };
  await expect(checkStripeApi(account)()).rejects.toThrow(/^STRIPE_API_URL: /);
});

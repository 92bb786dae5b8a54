import { randomUUID } from 'node:crypto';
import { testSecrets } from '#test/support/start-app.ts';
import type { MembershipFixture } from './membership-fixture.ts';
import { signedHeader } from './money-fixture.ts';

/** The provider says, late, that it has received the first of two payments of a month after all. */
export async function payLate({ app }: MembershipFixture, membershipId: string, month: number): Promise<Response> {
  const { rows } = await app.db.pool.query<{ id: string; amount: number; reference: string }>(
    `select p.provider_id as id, p.amount, p.reference from payment p join membership_charge c on c.donation_id = p.reference
     where c.membership_id = $1 and c.month = $2 order by p.created_at limit 1`,
    [membershipId, month],
  );
  const body = JSON.stringify({
    eventId: randomUUID(),
    ...rows[0],
    status: 'paid',
    occurredAt: new Date().toISOString(),
  });
  const signature = signedHeader(body, { secret: testSecrets.payment });
  const headers = { 'content-type': 'application/json', 'x-signature': signature };
  return fetch(`${app.url}/api/Payment/Callback`, { method: 'POST', headers, body });
}

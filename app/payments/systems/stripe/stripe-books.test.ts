import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import type { BookedPayment } from '../system-books.server.ts';
import { createStripeApi } from './stripe-api.server.ts';
import { stripeBooks } from './stripe-books.server.ts';

const from = new Date('2026-11-01T00:00:00Z');
const at = (minutes: number) => from.getTime() / 1_000 + minutes * 60;
const metadata = { site: 'https://site.example' };
const intent = { id: 'pi_1', currency: 'uzs', amount_received: 1_000_000 };
const paid = { metadata, payment_status: 'paid', payment_intent: intent };
const sessions = [
  { id: 'cs_day_before', created: at(-1_440), ...paid },
  { id: 'cs_hour_before', created: at(-59), ...paid },
  { id: 'cs_within', created: at(1), ...paid },
];

it('has the sessions that are older than their payments here, which are stored after the answer', async () => {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://stripe.example');
    const since = Number(searchParams.get('created[gte]'));
    const data = pathname.endsWith('/sessions') ? sessions.filter(({ created }) => created >= since) : [];
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ data, has_more: false }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : null;
  onTestFinished(() => void server.close());
  onTestFinished(() => server.closeAllConnections());
  const books = stripeBooks(createStripeApi({ key: 'sk_test', url: `http://127.0.0.1:${port}` }), metadata.site);
  const listed: BookedPayment[] = [];
  if (books.kind === 'list') {
    for await (const one of books.list({ from, to: new Date() })) listed.push(one);
  }
  expect(listed).toMatchObject([
    { id: 'cs_hour_before', state: 'paid', isIgnoredUnlessOurs: true },
    { id: 'cs_within', state: 'paid' },
  ]);
  expect(listed[1]?.isIgnoredUnlessOurs).toBeUndefined();
});

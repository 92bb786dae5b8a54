import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { PaymentFailure } from '../failures.ts';
import { Faults } from '../faults.ts';
import { parse } from '../merchant/routes-merchant.ts';
import { refundPayment } from '../payments/payment-refunds.ts';
import {
  approveWallet,
  declinePayment,
  expireDuePayments,
  findPayment,
  type GatewayContext,
  resendCallback,
  setCallbackRule,
} from '../payments/payments.ts';
import { booksPage, messagePage, walletPage } from './page.ts';
import { icon, styles } from './page-style.ts';
import { protectPages, sendPage } from './protected-pages.ts';

const shownAtOnce = 50;

const PageQuery = z.object({ search: z.string().max(200).catch('') });
const WalletParams = z.object({ id: z.string(), answer: z.enum(['approve', 'decline']) });
const ActionParams = z.object({
  id: z.string(),
  action: z.enum(['approve', 'decline', 'refund', 'late', 'drop', 'normal', 'resend']),
});
const PaymentParams = z.object({ id: z.string() });
const FaultForm = Faults.pick({ mode: true, callbacks: true });

/** The gateway's pages, plain forms without scripts: the list of payments, and the wallet where a payer approves or declines. */
export function pageRoutes(app: FastifyInstance, { context }: { context: GatewayContext }, done: () => void): void {
  protectPages(app);
  app.get('/style.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(styles));
  app.get('/icon.svg', async (_request, reply) => reply.type('image/svg+xml').send(icon));
  listRoutes(app, context);
  walletRoutes(app, context);
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof PaymentFailure)) throw error;
    const isMissing = error.code === 'NotFound';
    return sendPage(
      reply.code(isMissing ? 404 : error.code === 'ForeignPage' ? 403 : 409),
      messagePage('Не получилось', error.message),
    );
  });
  done();
}

function listRoutes(app: FastifyInstance, context: GatewayContext): void {
  app.get('/', async (request, reply) => {
    expireDuePayments(context);
    const search = parse(PageQuery, request.query).search.trim();
    const found = context.books
      .all()
      .reverse()
      .filter(({ id, reference }) => search === '' || id.includes(search) || reference.includes(search));
    const shown = found
      .slice(0, shownAtOnce)
      .map((payment) => ({ payment, deliveries: context.books.deliveriesOf(payment.id) }));
    return sendPage(reply, booksPage({ shown, total: found.length, search, faults: context.faults.current }));
  });

  app.post('/list/:id/:action', async (request, reply) => {
    const { id, action } = parse(ActionParams, request.params);
    if (action === 'approve') approveWallet(context, id);
    else if (action === 'decline') declinePayment(context, id);
    else if (action === 'refund') refundPayment(context, id, null, null);
    else if (action === 'resend') resendCallback(context, id);
    else setCallbackRule(context, id, action);
    return reply.redirect(`/#p-${id}`, 303);
  });

  app.post('/faults', async (request, reply) => {
    context.faults.set({ ...parse(FaultForm, request.body), shuffleMs: context.faults.current.shuffleMs });
    return reply.redirect('/', 303);
  });
}

function walletRoutes(app: FastifyInstance, context: GatewayContext): void {
  app.get('/wallet/:id', async (request, reply) => {
    return sendPage(reply, walletPage(findPayment(context, parse(PaymentParams, request.params).id)));
  });

  app.post('/wallet/:id/:answer', async (request, reply) => {
    const { id, answer } = parse(WalletParams, request.params);
    if (answer === 'approve') approveWallet(context, id);
    else if (findPayment(context, id).wallet === null) throw new PaymentFailure('WalletNotChosen');
    else declinePayment(context, id);
    return reply.redirect(`/wallet/${id}`, 303);
  });
}

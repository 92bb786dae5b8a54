import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { PaymentFailure } from '../failures.ts';
import { parse } from '../merchant/routes-merchant.ts';
import { messagePage } from '../payer/page.ts';
import { protectPages, sendPage } from '../payer/protected-pages.ts';
import type { HostedBooks, Transaction } from './hosted-books.ts';
import { cabinetPage, downPage, type HostedBrand, receiptPage } from './hosted-page.ts';
import type { HostedRegister } from './hosted-register.ts';

interface AnyFaults {
  readonly mode: string;
}

/** A running stand-in for a system with a page of its own. */
export interface HostedStandIn {
  readonly routes: (app: FastifyInstance, options: object, done: () => void) => void;
  open(dataFile: string | null): Promise<void>;
  close(): Promise<void>;
}

/** What the stand-ins of such systems share. */
export interface HostedParts<Kind extends Transaction> {
  readonly brand: HostedBrand;
  readonly register: Pick<HostedRegister<Kind, AnyFaults>, 'books' | 'require' | 'refund' | 'hurry'> & {
    readonly faults: { is(mode: 'down'): boolean };
  };
  /** What a refund in the cabinet makes of a paid transaction. */
  readonly refunded: Partial<Kind>;
}

/** What is opened and closed of a stand-in. */
interface RunningRegister {
  readonly books: Pick<HostedBooks<Transaction>, 'open' | 'settled' | 'close'>;
  resume(): void;
  close(): Promise<void>;
}

const Named = z.object({ id: z.string() });
const CabinetParams = Named.extend({ act: z.enum(['refund', 'hurry']) });

/** Makes the stand-in of `routes`: nothing is answered before it is on disk. */
export function hostedStandIn(register: RunningRegister, routes: (app: FastifyInstance) => void): HostedStandIn {
  const { books } = register;
  return {
    routes: (app, _options, done) => {
      app.addHook('onSend', async () => books.settled());
      routes(app);
      done();
    },
    async open(dataFile) {
      if (dataFile !== null) await books.open(dataFile);
      register.resume();
    },
    async close() {
      await register.close();
      await books.close();
    },
  };
}

/** Answers with a page that `make` returns, or with that of an outage. */
export function pageOf<Kind extends Transaction>(
  { brand, register }: HostedParts<Kind>,
  make: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> {
  return async (request, reply) =>
    register.faults.is('down') ? sendPage(reply.code(503), downPage(brand)) : make(request, reply);
}

/** Adds the cabinet and the receipts; protects all pages of the scope. */
export function cabinetRoutes<Kind extends Transaction>(
  app: FastifyInstance,
  { brand, register, refunded }: HostedParts<Kind>,
): void {
  const { name, path } = brand;
  protectPages(app);
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof PaymentFailure)) throw error;
    return sendPage(reply.code(error.code === 'NotFound' ? 404 : 409), messagePage(name, error.message));
  });

  app.get(path, async (_request, reply) => sendPage(reply, cabinetPage(brand, register.books.all().toReversed())));

  app.post(`${path}/transactions/:id/:act`, async (request, reply) => {
    const { id, act } = parse(CabinetParams, request.params);
    await (act === 'refund' ? register.refund(id, refunded) : register.hurry(id));
    return reply.redirect(`${path}#t-${id}`, 303);
  });

  app.get(`${path}/receipts/:id`, async (request, reply) =>
    sendPage(reply, receiptPage(brand, register.require(parse(Named, request.params).id))),
  );
}

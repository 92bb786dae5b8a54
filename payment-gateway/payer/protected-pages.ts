import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PaymentFailure } from '../failures.ts';
import type { Html } from './html.ts';

/** Protects pages without scripts: no foreign content, and no forms from other sites. */
export function protectPages(app: FastifyInstance): void {
  app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: false,
    // With a stricter policy browsers send no origin for our own forms either.
    referrerPolicy: { policy: 'same-origin' },
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(body.toString())));
  });
  app.addHook('onRequest', async (request) => {
    if (request.method === 'POST' && isFromElsewhere(request)) throw new PaymentFailure('ForeignPage');
  });
}

/** Whether a form was sent by another site: it must not approve or refund payments. */
function isFromElsewhere(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const { origin } = request.headers;
  return origin !== undefined && origin !== `${request.protocol}://${request.host}`;
}

/** Sends a page that is never cached. */
export function sendPage(reply: FastifyReply, page: Html): FastifyReply {
  return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page.text);
}

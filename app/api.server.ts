import type { FastifyInstance } from 'fastify';
import { apiDocsPage } from '#base/calls/api-docs.server.ts';
import type { BoundCall } from '#base/calls/bound-call.server.ts';
import type { Call } from '#base/calls/call.ts';
import type { CallServices } from '#base/calls/call-services.server.ts';
import { failures } from '#base/calls/errors.ts';
import { openApiDocument } from '#base/calls/openapi.server.ts';
import { keepRawBodies } from '#base/http/body/raw-body.server.ts';
import { registerEnvelope, sendFailure } from '#base/http/envelope.server.ts';
import { registerCalls } from '#base/http/http.server.ts';
import { refuseOtherMethods } from '#base/http/other-methods.server.ts';
import type { AnyCall } from './calls.ts';

type FirstPart<Path extends string> = Path extends `${infer First}/${string}` ? First : Path;

/** Describes the calls of each first part of a path. */
const tags: Readonly<Record<FirstPart<AnyCall['path']>, string>> = {
  Attribute: 'Sizes and colours that products may have',
  Clock: 'The countdown of a stream that donations prolong',
  Config: 'What the browser must know of this installation',
  Delivery: 'What delivery costs and how long it takes',
  Dev: 'Texts sent by SMS, for development and tests; absent in production',
  Donate: 'Donations received and made, their statistics, and the limits of their amounts',
  Draw: 'What creators give to donors who are drawn, and what proves who has won',
  Embed: "Which sites may frame a creator's widget",
  Events: "The stream of a creator's events for programs",
  Gift: 'Pieces of merch that donors give to viewers',
  Geo: 'Search for places and addresses of the country',
  Identity: 'Accounts, logins, passwords and sessions',
  Images: 'Pictures: uploads, and files in the best format for the browser',
  Integration: "A creator's own programs: access tokens, webhooks and the log of what was sent",
  Joint: 'Streams that several creators give together, and how they share donations',
  Ledger: "The statement of a creator's account for money",
  Membership: 'Monthly support: levels of creators, memberships of donors, members',
  Moderator:
    'What moderators and admins see and decide: people, fields of profiles, payments, products, the audit trail',
  Notice: 'Where a person gets notices outside the site, and what about',
  Order: 'The basket, orders of merchandise, their payment and status',
  Payment: 'The way back from the payment provider',
  Payout: 'Payouts to creators: requests and what the staff does with them',
  PersonalAccount: 'The profile and accounts of the logged-in user',
  PickUp: 'Points where orders are picked up',
  Post: 'Posts of creators for everyone, for members, or for those of a level',
  Product: 'Merchandise and its categories',
  Project: 'Settings of a creator that concern money',
  ProjectPay: 'A donation from its making to its alert, and public lists of donations',
  Receipt: 'Receipts of donations and orders, acts of payouts, and the month for the bookkeeper',
  Region: 'Regions of the country',
  Reward: 'What creators give for a donation, and what of it they owe',
  Site: "The operator's brand, contacts and pages: help, fees, terms, privacy",
  Sms: 'Codes that are sent to phones',
  Target: 'What creators promise for a sum of donations',
  Telegram: 'The pages of creators inside Telegram',
  User: 'Creators as everybody sees them, and their order on the home page',
  Vote: 'What donors decide with their donations',
  Widget: 'Alerts and figures for live streams: settings, the queue, and the calls of the widget pages',
};

const description = `Donations to creators, merchandise and live-stream alerts.

Every answer is an envelope: \`{success: true, data}\`, or \`{success: false, data: null, error: {code, message, fields?, details?}}\`,
whose \`code\` never changes and whose \`message\` is Russian and ready to be shown. Sums travel in main units of the currency, moments as
ISO 8601 in UTC. Names of query parameters are matched without regard to case; unknown members of a body are refused.`;

/** Returns the OpenAPI document of calls served at `publicUrl`, an origin without a trailing slash. */
export function apiDocument(calls: readonly Call[], publicUrl: string) {
  const about = { title: 'Opora', version: '1', license: 'AGPL-3.0-only' };
  return openApiDocument(calls, { ...about, description, url: publicUrl, tags });
}

interface ApiOptions {
  readonly calls: readonly BoundCall[];
  readonly services: CallServices;
  readonly publicUrl: string;
  /** Adds routes that are not calls, before the calls. */
  register(api: FastifyInstance): void;
}

/** The document as JSON and as a page; made when it is first asked for, which takes as long as the rest of a start. */
function documentsOf(calls: readonly BoundCall[], publicUrl: string) {
  let made: { json: string; docs: ReturnType<typeof apiDocsPage> } | undefined;
  return () => {
    if (made !== undefined) return made;
    const document = apiDocument(
      calls.map(({ call }) => call),
      publicUrl,
    );
    made = { json: JSON.stringify(document), docs: apiDocsPage(document) };
    return made;
  };
}

/** Adds all routes below `/api`: the calls of all areas, their OpenAPI document and its readable form. */
export function registerApi(app: FastifyInstance, { calls, services, publicUrl, register }: ApiOptions): void {
  const documents = documentsOf(calls, publicUrl);
  const readable = { exposeHeadRoute: true };
  app.register(
    (api, _options, done) => {
      registerEnvelope(api);
      keepRawBodies(api);
      refuseOtherMethods(api, () => {
        register(api);
        registerCalls(api, calls, services);
        api.get('/openapi.json', readable, async (_request, reply) =>
          reply.type('application/json; charset=utf-8').send(documents().json),
        );
        api.get('/docs', readable, async (_request, reply) => {
          const { policy, html } = documents().docs;
          return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(html);
        });
      });
      done();
    },
    { prefix: '/api' },
  );
  app.setErrorHandler((error, request, reply) => sendFailure(request, reply, error));
  app.setNotFoundHandler((request, reply) => sendFailure(request, reply, failures.notFound()));
}

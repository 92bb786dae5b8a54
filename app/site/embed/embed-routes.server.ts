import type { FastifyInstance } from 'fastify';
import type { CountryProfile } from '#app/country.ts';
import { findCreatorByName } from '#app/creators/creators.server.ts';
import { displayNameOf } from '#app/creators/public-user.ts';
import { isUserName } from '#app/creators/user-name.ts';
import type { Queryable } from '#base/db/db.server.ts';
import { registerFormRoutes } from '#base/http/body/form-routes.server.ts';
import { type Brand, siteNameOf } from '#base/pages/own-brand.ts';
import { embedChoiceOf } from '../embed-choice.ts';
import { embedAnswer, embedQuestion } from './embed-answer.server.ts';
import { embedCarry, type StoredTexts } from './embed-carry.server.ts';
import { type EmbedOffer, type TypedInEmbed, typedInEmbed } from './embed-form.server.ts';
import { type EmbeddedCreator, embedButton, embedPage, missingEmbed } from './embed-page.server.ts';
import { readEmbedSites } from './embed-sites-store.server.ts';

export interface EmbedOptions {
  readonly db: Queryable;
  /** The site's address without a trailing slash. */
  readonly publicUrl: string;
  readBrand(): Promise<Pick<Brand, 'name'>>;
  readonly country: Pick<CountryProfile, 'currencyNames'>;
  /** The public goal of a project in main units; null: none. */
  readGoal(projectId: string): Promise<EmbeddedCreator['goal']>;
  /** What the form offers; null: donations are paused. */
  readOffer(): Promise<EmbedOffer | null>;
  /** What was typed for a creator, as the browser's storage keeps it. */
  carriedDraft(userId: string, typed: TypedInEmbed): StoredTexts;
}

const mostSums = 4;

const findShown = async (db: Queryable, name: string) => {
  const creator = isUserName(name.toLowerCase()) ? await findCreatorByName(db, name) : null;
  return creator === null || creator.isBlocked ? null : creator;
};

async function readCreator({ db, readGoal, readOffer }: EmbedOptions, name: string): Promise<EmbeddedCreator | null> {
  const creator = await findShown(db, name);
  if (creator === null) return null;
  const { userName, about, avatar, accent, pattern, projectId } = creator;
  const [goal, offer, { hosts }] = await Promise.all([readGoal(projectId), readOffer(), readEmbedSites(db, projectId)]);
  const shown = { userName, name: displayNameOf(creator), about, avatar, accent, pattern };
  return { ...shown, goal, offer: offer && { ...offer, sums: offer.sums.slice(0, mostSums) }, hosts };
}

const caching = { 'Cache-Control': 'public, max-age=300' };

interface EmbedRequest {
  readonly Params: { readonly name: string };
  readonly Querystring: Readonly<Record<string, unknown>>;
}

/** Takes the form of the widget, sent by a frame: a message goes to the page through the browser's storage, not by an address. */
function registerSentForm(app: FastifyInstance, { db, publicUrl, readOffer, carriedDraft }: EmbedOptions): void {
  registerFormRoutes(app, (scope) => {
    scope.post<EmbedRequest>('/embed/:name/form', { bodyLimit: 64 * 1024 }, async ({ params, query, body }, reply) => {
      const [creator, offer] = await Promise.all([findShown(db, params.name), readOffer()]);
      const address = `${publicUrl}/${creator?.userName ?? encodeURIComponent(params.name)}`;
      if (creator === null || offer === null || !(body instanceof URLSearchParams)) return reply.redirect(address, 303);
      const typed = typedInEmbed(body, offer.limits);
      const to = `${address}?${new URLSearchParams({ amount: typed.amount })}`;
      if (typed.name === '' && typed.message === '') return reply.redirect(to, 303);
      const { html, headers } = embedCarry(carriedDraft(creator.userId, typed), {
        to,
        lang: embedChoiceOf(query).lang,
      });
      return reply.headers(headers).type('text/html; charset=utf-8').send(html);
    });
  });
}

/**
 * Registers what other sites embed: `/embed/<userName>`, a widget for frames, `/embed/<userName>/button.svg`, and `/api/oEmbed`, which names the
 * widget of an address. `view`, `theme`, `size` and `lang` of the query choose how they look (docs/rules.md#embedding). Call it before registering the pages.
 */
export function registerEmbeds(app: FastifyInstance, options: EmbedOptions): void {
  const readable = { exposeHeadRoute: true };
  registerSentForm(app, options);
  app.get<EmbedRequest>('/embed/:name', readable, async ({ params, query }, reply) => {
    const choice = embedChoiceOf(query);
    const creator = await readCreator(options, params.name);
    const { html, headers } = creator === null ? missingEmbed(choice) : embedPage(creator, choice, options);
    const status = creator === null ? 404 : 200;
    return reply
      .code(status)
      .headers({ ...caching, ...headers })
      .type('text/html; charset=utf-8')
      .send(html);
  });
  app.get<EmbedRequest>('/api/oEmbed', readable, async ({ query }, reply) => {
    const asked = embedQuestion(query, options.publicUrl);
    const creator = asked && (await readCreator(options, asked.userName));
    if (!asked || !creator) return reply.callNotFound();
    return reply.headers({ ...caching, 'Access-Control-Allow-Origin': '*' }).send(
      embedAnswer(creator, asked, {
        publicUrl: options.publicUrl,
        siteName: siteNameOf(await options.readBrand()),
      }),
    );
  });
  app.get<EmbedRequest>('/embed/:name/button.svg', readable, async ({ params, query }, reply) => {
    const creator = await readCreator(options, params.name);
    if (creator === null) return reply.callNotFound();
    return reply
      .headers({ ...caching, 'Cross-Origin-Resource-Policy': 'cross-origin' })
      .type('image/svg+xml')
      .send(embedButton(creator, embedChoiceOf(query)));
  });
}

import type { FastifyInstance } from 'fastify';
import type { CountryProfile } from '#app/country.ts';
import { findCreatorByName } from '#app/creators/creators.server.ts';
import { displayNameOf } from '#app/creators/public-user.ts';
import { isUserName } from '#app/creators/user-name.ts';
import type { Queryable } from '#base/db/db.server.ts';
import { type Brand, siteNameOf } from '#base/pages/own-brand.ts';
import { embedChoiceOf } from '../embed-choice.ts';
import { embedAnswer, embedQuestion } from './embed-answer.server.ts';
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
  /** Sums to choose from in main units; null: donations are paused. */
  readSums(): Promise<readonly number[] | null>;
}

const mostSums = 4;

async function readCreator({ db, readGoal, readSums }: EmbedOptions, name: string): Promise<EmbeddedCreator | null> {
  const creator = isUserName(name.toLowerCase()) ? await findCreatorByName(db, name) : null;
  if (creator === null || creator.isBlocked) return null;
  const { userName, about, avatar, accent, pattern, projectId } = creator;
  const [goal, sums, { hosts }] = await Promise.all([readGoal(projectId), readSums(), readEmbedSites(db, projectId)]);
  const shown = { userName, name: displayNameOf(creator), about, avatar, accent, pattern };
  return { ...shown, goal, sums: sums?.slice(0, mostSums) ?? null, hosts };
}

const caching = { 'Cache-Control': 'public, max-age=300' };

interface EmbedRequest {
  readonly Params: { readonly name: string };
  readonly Querystring: Readonly<Record<string, unknown>>;
}

/**
 * Registers what other sites embed: `/embed/<userName>`, a widget for frames, `/embed/<userName>/button.svg`, and `/api/oEmbed`, which names the
 * widget of an address. `view`, `theme`, `size` and `lang` of the query choose how they look (docs/rules.md#embedding). Call it before registering the pages.
 */
export function registerEmbeds(app: FastifyInstance, options: EmbedOptions): void {
  const readable = { exposeHeadRoute: true };
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

import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { analyticsOrigins } from '#app/analytics/analytics-origins.ts';
import { mapOrigins } from '#app/delivery/map-origins.ts';
import { runningClock } from '#app/donathon/shown-clock.server.ts';
import { recentDonations } from '#app/donations/recent-donations.server.ts';
import { announcedDraws } from '#app/draws/shown-draw.server.ts';
import { announcedGifts } from '#app/gifts/announced-gifts.server.ts';
import { adminLogin, isUnknownAdminPath } from '#app/identity/guarded-paths.ts';
import { mayHaveSession } from '#app/identity/has-session.ts';
import { launchPath, telegramWeb } from '#app/notices/mini-app-address.ts';
import { isLaunchPath, ledFromLaunch } from '#app/notices/mini-app-launch.server.ts';
import { openRewards } from '#app/rewards/shown-reward.server.ts';
import { openTargets } from '#app/targets/shown-target.server.ts';
import { openVotes } from '#app/votes/shown-vote.server.ts';
import type { BoundCall } from '#base/calls/bound-call.server.ts';
import type { CallServices } from '#base/calls/call-services.server.ts';
import { createGuestCaller } from '#base/calls/guest-call.server.ts';
import type { Config } from '#base/config/config.server.ts';
import { type Csp, createCsp } from '#base/http/csp.server.ts';
import { newRequestId } from '#base/http/fastify.server.ts';
import { readStaticFiles } from '#base/http/static-files.server.ts';
import type { AnalyticsSettings } from '#base/pages/analytics-settings.ts';
import type { PageCache } from '#base/pages/cache/page-cache.server.ts';
import { createPages, type Pages, type PagesOptions } from '#base/pages/pages.server.ts';
import {
  createBuiltRenderer,
  createDevelopmentRenderer,
  type DevelopmentRenderer,
} from '#base/pages/render/page-renderer.server.ts';
import type { RenderPage } from '#base/pages/render/render-page.server.ts';
import type { RenderQueue } from '#base/pages/render/render-queue.server.ts';
import type { Metrics } from '#base/process/metrics.server.ts';
import { plainPath } from '#base/text/plain-path.ts';
import type { AnyCall } from './calls.ts';
import type { PageServices } from './page-context.ts';
import { parametersOf } from './page-parameters.ts';

/** How screens are served: from the build, from the sources by Vite, or not at all (tests of calls). */
export type PagesMode = 'built' | 'development' | 'none';

/** The dependencies of the pages. */
export interface ScreenOptions {
  readonly config: Config;
  /** Origins that the payer's browser calls. */
  readonly payerOrigins: readonly string[];
  readonly log: Logger;
  readonly pages: PagesMode;
  /** Of days. */
  readonly timeZone: string;
  /** The package's folder, which contains `build`. */
  readonly folder: string;
  /** The brand of the site. */
  readonly readBrand: PageServices['readBrand'];
  readonly calls: readonly BoundCall[];
  readonly services: CallServices;
  readonly cache: PageCache;
  readonly readyCall: NonNullable<PagesOptions['readyCall']>;
  readonly renders: RenderQueue;
  readonly metrics: Metrics;
  readonly isOverloaded: () => boolean;
}

/** The pages of all screens. */
export interface Screens {
  readonly front: Pages['front'];
  /** Loads the renderer and adds the route of all pages, which answer 503 until then. Register it after all other routes. */
  register(app: FastifyInstance): Promise<void>;
  close(): Promise<void>;
}

/** The analytics settings, in production only and if configured. */
function analyticsOf(config: Config): AnalyticsSettings | null {
  if (!config.isProduction || config.METRIKA_ID === undefined) return null;
  return { id: Number(config.METRIKA_ID), tag: config.ANALYTICS_URL, needsConsent: config.METRIKA_CONSENT };
}

function pageServices({ config, timeZone, calls, services, readBrand }: ScreenOptions): PageServices {
  return {
    readBrand,
    publicUrl: config.publicUrl,
    timeZone,
    analytics: analyticsOf(config),
    call: createGuestCaller<AnyCall>(calls, services),
    recentDonations: () => recentDonations(services.db),
    openVotes: (projectId) => openVotes(services.db, projectId),
    openTargets: (projectId) => openTargets(services.db, projectId),
    openRewards: (projectId) => openRewards(services.db, projectId),
    announcedDraws: (projectId) => announcedDraws(services.db, projectId),
    announcedGifts: (projectId) => announcedGifts(services.db, projectId),
    runningClock: (projectId) => runningClock(services.db, projectId),
  };
}

function cspOf({ config, payerOrigins, pages }: ScreenOptions): Csp {
  const map = mapOrigins({ key: config.MAPS_KEY, tiles: config.MAP_TILES });
  const analytics = analyticsOf(config);
  return createCsp({
    secret: config.JWT_SECRET,
    ...map,
    ...(analytics && { counter: analyticsOrigins(analytics.tag) }),
    connectOrigins: [...payerOrigins, ...map.connectOrigins],
    development: pages === 'development',
    ...(config.TELEGRAM_BOT_TOKEN !== undefined && { framed: { path: launchPath, by: telegramWeb } }),
    https: config.publicUrl.startsWith('https:'),
    httpsBelow: config.HSTS_SUBDOMAINS,
  });
}

interface Renderer {
  readonly render: RenderPage;
  readonly development: DevelopmentRenderer | null;
}

async function openRenderer({ pages, folder }: ScreenOptions, app: FastifyInstance): Promise<Renderer> {
  if (pages === 'development') {
    const development = await createDevelopmentRenderer(app.server);
    development.attach(app);
    return { render: development.render, development };
  }
  return { render: await createBuiltRenderer(join(folder, 'build/server/index.js')), development: null };
}

const notReady: RenderPage = async () => new Response('Starting', { status: 503 });

/** Creates the pages of all screens; null if the server has none. */
export async function createScreens(options: ScreenOptions): Promise<Screens | null> {
  const { cache, renders, log, metrics, isOverloaded } = options;
  if (options.pages === 'none') return null;
  let renderer: Renderer = { render: notReady, development: null };
  const pages = createPages({
    render: (request, page) => renderer.render(request, page),
    services: pageServices(options),
    csp: cspOf(options),
    cache,
    readyCall: options.readyCall,
    renders,
    parametersOf,
    plainPath,
    guestPlace: (path) => (isUnknownAdminPath(path) ? adminLogin : null),
    leadsAway: ledFromLaunch,
    isPrivate: isLaunchPath,
    mayHaveSession,
    isOverloaded,
    requestId: newRequestId,
    report: (error, where) => log.error({ err: error, ...where }, 'a page failed'),
    onAnswered: ({ kind, method, status, milliseconds }) => metrics.answered(kind, method, status, milliseconds),
    ...(options.pages === 'built' && { files: await readStaticFiles(join(options.folder, 'build/client')) }),
  });
  return {
    front: pages.front,
    async register(app) {
      renderer = await openRenderer(options, app);
      // Every page shows it: none shall wait for the database.
      await options.readBrand();
      pages.register(app);
    },
    async close() {
      await renderer.development?.close();
    },
  };
}

import { projectOfUser } from '#app/creators/creators.server.ts';
import type { Handlers } from '#base/calls/bound-call.server.ts';
import { type CallContext, callerOf } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import { embedSitesChanged, notASite } from '../embed-failures.ts';
import type { embedSitesCalls } from '../embed-sites.calls.ts';
import { embedHostOf, shownHost } from './embed-host.server.ts';
import { readEmbedSites, writeEmbedSites } from './embed-sites-store.server.ts';

async function projectIdOf(context: CallContext): Promise<string> {
  const project = await projectOfUser(context.db, callerOf(context).userId);
  if (project === null) throw failures.notFound();
  return project.projectId;
}

async function sitesOf(context: CallContext, projectId: string) {
  const { hosts, revision } = await readEmbedSites(context.db, projectId);
  return { sites: hosts.map(shownHost), revision };
}

function hostsOf(sites: readonly string[]): readonly string[] {
  const hosts = sites.map((site, at) => {
    const host = embedHostOf(site);
    if (host === null) throw notASite(at);
    return host;
  });
  return [...new Set(hosts)];
}

/** Where creators let their widgets be framed. */
export const embedSitesHandlers: Handlers<typeof embedSitesCalls> = {
  embedSites: async (_, context) => sitesOf(context, await projectIdOf(context)),
  saveEmbedSites: async ({ body: { sites, revision } }, context) => {
    const hosts = hostsOf(sites);
    const projectId = await projectIdOf(context);
    const isWritten = await writeEmbedSites(context.db, projectId, { hosts, revision });
    const saved = await sitesOf(context, projectId);
    // The answer to the same save may have been lost.
    if (!isWritten && saved.sites.join() !== hosts.map(shownHost).join()) throw embedSitesChanged();
    return saved;
  },
};

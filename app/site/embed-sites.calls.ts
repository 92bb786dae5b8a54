import { z } from 'zod';
import { get, put } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import { embedSitesChanged } from './embed-failures.ts';

const sites = z.object({ sites: z.array(z.string()), revision: z.int() });

/** Where a creator lets the own widget be framed (docs/rules.md#embedding). */
export const embedSitesCalls = {
  /** The sites on which the caller's widget may be framed, each with its subdomains; none: on every site. 404: the caller has no page. */
  embedSites: get('Embed/Sites', {
    summary: 'Sites that may frame the own widget',
    access: 'user',
    answer: sites,
    errors: [failures.notFound],
  }),
  /**
   * Replaces the sites that were read with `revision`, at most 20. Each is an address or a name (`https://dilnoza.uz/blog`, `www.dilnoza.uz`),
   * of which the host is kept; 400 at `fields['sites.N']`: none that can be found by a name. 409 `EmbedSitesChanged`: another save came first.
   */
  saveEmbedSites: put('Embed/Sites', {
    summary: 'Choose which sites may frame the own widget',
    access: 'user',
    body: z.strictObject({ sites: z.array(z.string().max(300)).max(20), revision: z.int().min(0) }),
    answer: sites,
    errors: [failures.notFound, embedSitesChanged],
  }),
};
